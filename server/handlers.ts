// Every operation of the contract and who answers it. The record is total: an operation without a handler does not compile.
import { accessHandlers } from './access/handlers.ts'
import { closeBatchLoad, retryBatchLoad, updateClosedBatchLoadComments } from './batches/after.ts'
import { approveBatchLoad, rejectBatchLoad } from './batches/decide.ts'
import { downloadBatchLoadFile, downloadBatchLoadReport } from './batches/downloads.ts'
import { batchLoadDetails } from './batches/details.ts'
import { batchLoads, myBatches } from './batches/lists.ts'
import { myBatchRows } from './batches/my-rows.ts'
import { batchDevalueUpload, batchLoadUpload, batchTransferUpload } from './batches/upload.ts'
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
  batchTransferUpload,
  batchDevalueUpload,
  batchLoads,
  batchLoadDetails,
  myBatches,
  approveBatchLoad,
  rejectBatchLoad,
  retryBatchLoad,
  closeBatchLoad,
  updateClosedBatchLoadComments,
  myBatchRows,
  downloadBatchLoadReport,
  downloadBatchLoadFile,
  overview,
}
