// When My batches polls the server: calmly while a batch is running, at the scheduled time of one, and not at all if
// nothing will change without a decision. Decisions appear when the user comes back to the page.
import type { BatchLoadFile } from '#contract/batches.ts'
import { isWaitingForHour } from '../approve/rows.ts'

export const POLL_MS = 3_000
/** A checker can start a batch before its time. */
const MAX_MS = 300_000

/** Milliseconds from `now`, or undefined. */
export function askAgainMs(files: readonly BatchLoadFile[], now: number): number | undefined {
  const waits = files.filter(isToRun).map((file) => {
    const hour = isWaitingForHour(file) ? Date.parse(file.SCHEDULEDDATE ?? '') : now
    return Math.min(MAX_MS, Math.max(POLL_MS, hour - now))
  })
  return waits.length === 0 ? undefined : Math.min(...waits)
}

const isToRun = (file: BatchLoadFile): boolean =>
  file.BATCHLOADFILEAPPROVED && !file.PROCESSED && !file.BATCHLOADFILECLOSED
