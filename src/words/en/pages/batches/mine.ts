// The words of pages/batches/mine.

export const batchWithReference = (batchId: string, batchloadfilereference: string): string =>
  `Batch ${batchId}, ${batchloadfilereference}`
export const myBatch = 'My batch'
export const batchWithMore = (batchId: string, value: string): string => `Batch ${batchId}${value}`
export const rowsOfBatchAreNotKept = 'Batch rows are not stored on this device because they contain card numbers.'
export const withdraw = 'Withdraw'
export const cancel = 'Cancel'
export const cancelThisBatch = 'Cancel batch'
export const cancelBatch = (id: string): string => `Cancel batch ${id}`
export const newBatchFromFailedRows = 'New batch from the failed rows'
export const openAgainAsDraft = 'Open again as a draft'
export const saveMyFile = 'Save my file'
export const myFile = 'My file'
export const asItWasUploaded = 'As it was uploaded'
export const withVerdictAndReason = (ending: string): string => `With Verdict and Reason (${ending})`
export const thisBatchWasRejected = 'This batch was rejected'
export const noReasonSentence = 'No reason was given.'
export const asThings = 'As of'
export const canBeTakenOffSchedule = '. Until then, an approver can take it off the schedule.'
export const status = 'Status'
export const type = 'Type'
export const file = 'File'
export const uploaded = 'Uploaded'
export const rows = 'Rows'
export const amount = 'Amount'
/** @param balance '200.00' */
export const upTo = (balance: string): string => `up to ${balance}`
export const targetBalance = 'Target balance'
export const amountProcessed = 'Amount processed'
export const controlCode = 'Control code'
export const result = 'Result'
export const rowsOfBatch = 'Rows of the batch'
export const thisBatchHasNoRows = 'This batch has no rows'
export const rejectedBy = 'Rejected by'
export const approvedBy = 'Approved by'
export const reason = 'Reason'
export const myBatches = 'My batches'
export const batches = 'Batches'
export const withdrawBatch = (batchloadfileid: string): string => `Withdraw batch ${batchloadfileid}`
export const openAgainBatch = (batchloadfileid: string): string => `Open again batch ${batchloadfileid}`
export const openAgain = 'Open again'
export const newBatchFromFailedRowsOf = (batchloadfileid: string): string =>
  `New batch from the failed rows of batch ${batchloadfileid}`
export const failedRows = 'Failed rows'
export const detailsOfBatch = (batchloadfileid: string): string => `Details of batch ${batchloadfileid}`
export const details = 'Details'
export const noReasonGiven = 'No reason was given'
export const batch = 'Batch'
export const reference = 'Reference'
export const decidedBy = 'Decided by'
export const rowsAsSubmitted = 'Rows as submitted'
export const topUpBeforeApproval = 'Top up the account before the batch is approved.'
export const topUpBeforeRun = 'Top up the account before the batch is processed.'
export const cardholder = 'Cardholder'
export const useAsTemplate = 'Use as template'
