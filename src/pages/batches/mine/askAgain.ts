// When My batches asks the host by itself: at a calm pace while a batch is under way, at its hour for one that waits for it,
// and not at all where nothing would come by itself. What a checker decides meanwhile is seen on coming back to the page.
import type { BatchLoadFile } from '#contract/batches.ts'
import { isWaitingForHour } from '../approve/rows.ts'

export const POLL_MS = 3_000
/** A checker may let a batch run before its hour. */
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
