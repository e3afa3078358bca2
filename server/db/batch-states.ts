// The states of a batch as SQL conditions on the table alias `f`, shared by the lists and the overview.
import { type RawBuilder, sql } from 'kysely'
import { type BatchFilter, batchStates } from '#domain/batch/states.ts'

/**
 * The condition of each state. No batch meets two of them. A batch is "Processing" from its approval until its run has
 * ended, even while the run is scheduled for later. It is "Approved" after its run, until another run is requested.
 */
export const batchStateConditions: Readonly<Record<BatchFilter, RawBuilder<unknown>>> = {
  [batchStates.awaiting]: sql`f.approved_at IS NULL AND f.rejected_at IS NULL AND f.withdrawn_at IS NULL`,
  [batchStates.approved]: sql`f.processed_at IS NOT NULL AND f.retry_requested_at IS NULL AND f.closed_at IS NULL`,
  [batchStates.rejected]: sql`f.rejected_at IS NOT NULL`,
  [batchStates.closed]: sql`(f.closed_at IS NOT NULL OR f.withdrawn_at IS NOT NULL)`,
  [batchStates.processing]: sql`f.approved_at IS NOT NULL AND (f.processed_at IS NULL OR f.retry_requested_at IS NOT NULL)
    AND f.closed_at IS NULL`,
}
