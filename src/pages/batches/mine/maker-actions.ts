// Which actions a maker has for a batch: withdraw the batch while it waits for a decision or is on hold, open its rows
// again if they will never be posted, or start a new batch with the failed rows.
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { withdrawalRefusal } from '#domain/batch/states.ts'
import { currentTime } from '#services/clock.ts'

export const canWithdraw = (batch: BatchLoadFile): boolean =>
  withdrawalRefusal(apiToBatchProgress(batch), currentTime()) === undefined

/** True if some rows failed and all others are done. */
export const hasFailedRows = (batch: BatchLoadFile): boolean =>
  batch.PROCESSED && !batch.BEGUN && batch.LOADEDCOUNT < batch.LOADSCOUNT

/** True if the list offers to repeat the batch, because the batch has run and no failed rows need attention first. */
export const canRepeat = (batch: BatchLoadFile): boolean =>
  batch.PROCESSED && !batch.BEGUN && batch.LOADEDCOUNT === batch.LOADSCOUNT

/** True if the rows can be opened again as a draft. */
export const canReopen = (batch: BatchLoadFile): boolean => batch.BATCHLOADFILEREJECTED || batch.WITHDRAWN
