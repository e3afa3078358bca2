// The rows of a batch as they are at this moment. What was seen a while ago, or what this device knows from before, is no ground
// for a decision: until the answer is there it is barred, and a failure is said and can be asked about again.
import { useMemo } from 'react'
import type { BatchSummary } from '#domain/batch/summary.ts'
import { type Funding, wireToFunding } from '#domain/funding.ts'
import { notFresh } from '#pages/shared/fresh.tsx'
import { type Asked, useAsk } from '#services/server/queries.ts'
import { type DetailRow, detailsToRows, detailsToSummary } from './details.ts'

export interface FreshDetails {
  readonly asked: Asked<'batchLoadDetails'>
  readonly rows: readonly DetailRow[]
  /** Undefined until the rows are there. */
  readonly summary: BatchSummary<DetailRow> | undefined
  /** Undefined if the funding account does not pay, or nothing is left to be paid. */
  readonly funding: Funding | undefined
  /** Why nothing may be decided yet; undefined once what is shown is the newest. */
  readonly barred: string | undefined
}

const none: readonly DetailRow[] = []

export function useFreshDetails(batchId: string, enabled = true): FreshDetails {
  const asked = useAsk('batchLoadDetails', { batchLoadFileID: batchId }, { enabled, fresh: true })
  const { data } = asked
  // Thousands of rows: made once for an answer, not at every rendering.
  const rows = useMemo(() => (data ? detailsToRows(data.details, data.batchLoad) : none), [data])
  const summary = useMemo(() => (data ? detailsToSummary(rows) : undefined), [data, rows])
  const funding = useMemo(() => data?.funding && wireToFunding(data.funding), [data])
  return { asked, rows, summary, funding, barred: notFresh(asked) }
}
