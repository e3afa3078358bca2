// The current rows of a batch. Decisions need current rows, not an older response or rows stored on this device, so
// decisions stay disabled until the response arrives. A failed request offers a retry.
import { useMemo } from 'react'
import { type BatchSummary, rowsToSummary } from '#domain/batch/summary.ts'
import { type Funding, apiToFunding } from '#domain/funding/funds.ts'
import { staleReason } from '#pages/shared/freshness.tsx'
import { type ServerQuery, useServerQuery } from '#services/server/queries.ts'
import { type DetailRow, detailsToRows } from './details.ts'

export interface FreshBatch {
  readonly query: ServerQuery<'batchLoadDetails'>
  readonly rows: readonly DetailRow[]
  /** Undefined until the rows are loaded. */
  readonly summary: BatchSummary<DetailRow> | undefined
  /** Undefined until the rows are loaded. Also undefined if no account funds the batch, or if nothing is left to pay. */
  readonly funding: Funding | undefined
  /** Why decisions are disabled; undefined once the rows are current. */
  readonly blockedReason: string | undefined
}

const NO_ROWS: readonly DetailRow[] = []

export function useFreshBatch(batchId: string, { enabled = true } = {}): FreshBatch {
  const query = useServerQuery('batchLoadDetails', { batchLoadFileID: batchId }, { enabled, refetchesOnMount: true })
  const { data } = query
  // A batch can have thousands of rows, so they are converted once per response, not at every render.
  const rows = useMemo(() => (data ? detailsToRows(data.details, data.batchLoad) : NO_ROWS), [data])
  const summary = useMemo(() => (data ? rowsToSummary(rows) : undefined), [data, rows])
  const funding = useMemo(() => data?.funding && apiToFunding(data.funding), [data])
  return { query, rows, summary, funding, blockedReason: staleReason(query) }
}
