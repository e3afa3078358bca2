// The operations of the batch area and who answers them.
import { closeBatchLoad, retryBatchLoad, updateClosedBatchLoadComments } from './after.ts'
import { approveBatchLoad, rejectBatchLoad } from './decide.ts'
import { batchLoadDetails } from './details.ts'
import { downloadBatchLoadFile, downloadBatchLoadReport } from './downloads.ts'
import { batchLoads, myBatches } from './lists.ts'
import { myBatchRows } from './my-rows.ts'
import { batchDevalueUpload, batchLoadUpload, batchTransferUpload } from './upload.ts'
import { myBatchFile } from './uploaded-file.ts'
import { unscheduleBatchLoad, withdrawBatchLoad } from './take-back.ts'
import { verifyBatchElement, verifyBatchFile } from './verify.ts'

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
  myBatchRows,
  myBatchFile,
  downloadBatchLoadReport,
  downloadBatchLoadFile,
}
