// Polling interval of My batches: every 3 seconds while a batch runs; at the time of the next scheduled batch, but at
// least every 5 minutes; never if the next change needs a decision. The page loads decisions when it gets the focus.
import type { BatchLoadFile } from '#contract/batches.ts'
import { isScheduledForLater } from '../approve/rows.ts'

export const POLL_MS = 3_000
/** Maximum interval while a batch is scheduled, since a checker can start it early. */
const MAX_MS = 300_000

/** Milliseconds from `now`, or undefined. */
export function pollDelayMs(files: readonly BatchLoadFile[], now: number): number | undefined {
  const delays = files.filter(isApprovedAndUnfinished).map((file) => {
    const hour = isScheduledForLater(file) ? Date.parse(file.SCHEDULEDDATE ?? '') : now
    return Math.min(MAX_MS, Math.max(POLL_MS, hour - now))
  })
  return delays.length === 0 ? undefined : Math.min(...delays)
}

const isApprovedAndUnfinished = (file: BatchLoadFile): boolean =>
  file.BATCHLOADFILEAPPROVED && !file.PROCESSED && !file.BATCHLOADFILECLOSED
