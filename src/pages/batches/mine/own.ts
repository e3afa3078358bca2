// What may be done with an own batch: taken back while it waits, opened again once it will not be done.
import { batchFileToProgress } from '#contract/batch-file.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { refuseWithdrawal } from '#domain/batch/states.ts'

export const mayWithdraw = (file: BatchLoadFile): boolean => refuseWithdrawal(batchFileToProgress(file)) === undefined

/** Its rows can be opened again as a draft. */
export const opensAgain = (file: BatchLoadFile): boolean => file.BATCHLOADFILEREJECTED || file.WITHDRAWN
