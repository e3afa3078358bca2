// Every operation of the contract and who answers it. The record is total: an operation without a handler does not compile.
import { accessHandlers } from './access/handlers.ts'
import { approveBatchLoad, rejectBatchLoad } from './batches/decide.ts'
import { batchLoadDetails, batchLoads, myBatches } from './batches/lists.ts'
import { batchLoadUpload } from './batches/upload.ts'
import { verifyBatchElement, verifyBatchFile } from './batches/verify.ts'
import { cardHandlers } from './cards/handlers.ts'
import type { Handlers } from './context.ts'
import { overview } from './overview/overview.ts'

export const handlers: Handlers = {
  ...accessHandlers,
  ...cardHandlers,
  verifyBatchFile,
  verifyBatchElement,
  batchLoadUpload,
  batchLoads,
  batchLoadDetails,
  myBatches,
  approveBatchLoad,
  rejectBatchLoad,
  overview,
}
