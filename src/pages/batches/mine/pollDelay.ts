// Polling interval of My batches: every 3 seconds while a batch runs; otherwise at the time of the next scheduled
// batch, but at least every 5 minutes. There is no polling while the batches only wait for decisions: the page
// loads decisions when it gets the focus.
import type { BatchLoadFile } from '#contract/batches.ts'
import { isScheduledForLater } from '../approve/rows.ts'

export const POLL_MS = 3_000
/** Maximum interval while a batch is scheduled, since an approver can start it early. */
const MAX_DELAY_MS = 300_000

/** Milliseconds from `now` to the next request; undefined if nothing needs polling. */
export function pollDelayMs(batches: readonly BatchLoadFile[], now: number): number | undefined {
  const delays = batches.filter(isApprovedAndUnfinished).map((batch) => {
    // A batch without a later time is running, so it changes now.
    const nextChangeAt = isScheduledForLater(batch) ? Date.parse(batch.SCHEDULEDDATE ?? '') : now
    const msUntilChange = nextChangeAt - now
    return Math.min(MAX_DELAY_MS, Math.max(POLL_MS, msUntilChange))
  })
  return delays.length === 0 ? undefined : Math.min(...delays)
}

const isApprovedAndUnfinished = (batch: BatchLoadFile): boolean =>
  batch.BATCHLOADFILEAPPROVED && !batch.PROCESSED && !batch.BATCHLOADFILECLOSED
