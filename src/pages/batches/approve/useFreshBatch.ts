// The current rows of a batch. Older rows, or those stored on this device, must not be the basis of a decision: until
// the answer arrives it is disabled, and a failure is shown with a way to try again.
import { useMemo } from 'react'
import type { BatchSummary } from '#domain/batch/summary.ts'
import { type Funding, apiToFunding } from '#domain/funding.ts'
import { notFresh } from '#pages/shared/fresh.tsx'
import { type ServerQuery, useServerQuery } from '#services/server/queries.ts'
import { type DetailRow, detailsToRows, detailsToSummary } from './details.ts'

export interface FreshBatch {
  readonly query: ServerQuery<'batchLoadDetails'>
  readonly rows: readonly DetailRow[]
  /** Undefined until the rows are loaded. */
  readonly summary: BatchSummary<DetailRow> | undefined
  /** Undefined if the funding account does not pay, or nothing is left to be paid. */
  readonly funding: Funding | undefined
  /** Why nothing can be decided yet; undefined once the rows are current. */
  readonly blocked: string | undefined
}

const none: readonly DetailRow[] = []

export function useFreshBatch(batchId: string, enabled = true): FreshBatch {
  const query = useServerQuery('batchLoadDetails', { batchLoadFileID: batchId }, { enabled, fresh: true })
  const { data } = query
  // Thousands of rows: computed once per answer, not at every render.
  const rows = useMemo(() => (data ? detailsToRows(data.details, data.batchLoad) : none), [data])
  const summary = useMemo(() => (data ? detailsToSummary(rows) : undefined), [data, rows])
  const funding = useMemo(() => data?.funding && apiToFunding(data.funding), [data])
  return { query, rows, summary, funding, blocked: notFresh(query) }
}
