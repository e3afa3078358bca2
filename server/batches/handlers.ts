// The handlers of the batch operations.
import { closeBatchLoad, updateClosedBatchLoadComments } from './close.ts'
import { approveBatchLoad, rejectBatchLoad } from './decide.ts'
import { batchLoadDetails, myBatch, myBatchRows } from './details.ts'
import { downloadBatchLoadFile, downloadBatchLoadReport } from './downloads.ts'
import { batchLoads, myBatches } from './lists.ts'
import { retryBatchLoad } from './retry.ts'
import { unscheduleBatchLoad } from './schedule.ts'
import { batchDevalueUpload, batchLoadUpload, batchTransferUpload } from './submit.ts'
import { myBatchFile } from './uploaded-file.ts'
import { verifyBatchElement, verifyBatchFile } from './verify.ts'
import { withdrawBatchLoad } from './withdraw.ts'

export const batchHandlers = {
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
  unscheduleBatchLoad,
  withdrawBatchLoad,
  myBatch,
  myBatchRows,
  myBatchFile,
  downloadBatchLoadReport,
  downloadBatchLoadFile,
}
