// The words of flows/pending-changes.

export const wasApproved = 'was approved'
export const wasNotApproved = 'was not approved'
export const wasRejected = 'was rejected'
export const wasNotRejected = 'was not rejected'
export const wasToBeReprocessed = 'was scheduled for re-processing'
export const wasNotToBeReprocessed = 'was not scheduled for re-processing'
export const wasClosed = 'was closed'
export const wasNotClosed = 'was not closed'
export const hasNewComments = 'has the new comments'
export const keepsItsComments = 'keeps its comments'
export const wasTakenOffItsHour = 'was taken off the schedule'
export const wasNotTakenOffItsHour = 'was not taken off the schedule'
export const wasWithdrawn = 'was withdrawn'
export const wasNotWithdrawn = 'was not withdrawn'
export const batchBatchIdSize = (batchId: string, size: string): string => `Batch ${batchId}, ${size}`
export const batchBatchId = (batchId: string): string => `Batch ${batchId}`
export const inProgrammesTimeZone = (named: string, timeZoneLabel: string): string =>
  `${named}. In the programme’s time zone, ${timeZoneLabel}`
export const batchBatchIdWas = (batchId: string, was: string): string => `batch ${batchId} ${was}`
export const cardsStatementAndHistory = 'The card’s statement and history'
export const lookAtCard = 'Open the card'
export const batchsDetails = 'The batch’s details'
export const lookAtBatch = 'Open the batch'
export const ordersDetails = 'The order’s details'
export const lookAtOrder = 'Open the order'
export const listOfProducerFiles = 'The list of producer files'
export const lookAtList = 'Open the list'
export const listOfUsersAndAuditTrail = 'The list of users and the audit trail'
export const lookAtUsers = 'Open the users'
export const auditTrail = 'The audit trail'
export const lookAtMerchants = 'Open the merchants'
export const pageOfReports = 'The Reports page'
export const lookAtReports = 'Open the reports'
export const newCheckOfItsRows = 'A new check of its rows'
export const openDraft = 'Open the draft'
export const wasTriedAgain = 'was tried again'
export const wasNotTriedAgain = 'was not tried again'
export const wasCancelled = 'was cancelled'
export const wasNotCancelled = 'was not cancelled'
export const hasItsFileFetched = 'had its file downloaded'
export const doesNotHaveItsFileFetched = 'did not have its file downloaded'
export const fileHasBeenFetchedAndSaved = 'The file has been downloaded and saved'
export const orderOrderId = (orderId: string, was: string): string => `order ${orderId} ${was}`
export const orderOrderIdSize = (orderId: string, size: string): string => `Order ${orderId}, ${size}`
export const fileCameButItCould = 'The file arrived, but it could not be saved.'
export const thisAnswersRequest = (sentAt: string): string => `This is the answer to your request of ${sentAt}`
export const wasSubmitted = (reference: string): string => `“${reference}” was submitted`
export const earlierChangesAreLocked =
  'Nothing was sent: your earlier requests on this device cannot be read until the server answers. Try again in a moment.'
