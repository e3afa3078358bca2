// The user's own uploads, asked for once for all parts of Home, and which of them wait for their maker.
import type { BatchLoadFile } from '#contract/batches.ts'
import { DAY_MS } from '#domain/units.ts'
import { NO_PARAMS, useAsk } from '#services/queries.ts'

const EVERY_MS = 60_000

export const useOwnBatches = () => useAsk('myBatches', NO_PARAMS, { everyMs: EVERY_MS })

/** What is older has been dealt with, or never will be. */
const RECENT_MS = 7 * DAY_MS

/** Those rejected and those with failed rows within the last days, as they are listed; `now` in milliseconds since 1970. */
export function toLookAt(files: readonly BatchLoadFile[], now: number) {
  const isRecent = (at: string | null) => at !== null && now - Date.parse(at) < RECENT_MS
  return {
    rejected: files.filter((file) => file.BATCHLOADFILEREJECTED && isRecent(file.BATCHLOADFILEREJECTEDDATE)),
    failed: files.filter(
      (file) =>
        file.PROCESSED &&
        !file.BEGUN &&
        !file.BATCHLOADFILECLOSED &&
        file.LOADEDCOUNT < file.LOADSCOUNT &&
        isRecent(file.BATCHLOADFILEAPPROVEDDATE),
    ),
  }
}
