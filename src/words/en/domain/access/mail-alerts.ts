// The words of domain/access/mail-alerts.

export const somethingAwaitsApproval = 'A batch or order is waiting for approval or is withdrawn'
export const cardsAreOrdered = 'Physical cards are ordered, and I can cancel the order for 24 hours'
export const myBatchOrOrderIsApproved = 'My batch or order is approved, rejected or cancelled by someone else'
export const myBatchHasRunOrMy = 'My batch has run, or my cards are issued or ready for production'
export const scheduledBatchIsPutOff = 'A scheduled batch is postponed, or some of it is expected to fail'
export const producerFileWaits = 'A file is waiting for the card producer'
export const savedReportIsReady = 'A saved report is ready'
