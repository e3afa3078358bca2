// The words of domain/access/mail-alerts.

export const somethingAwaitsApproval = 'A batch or an order waits for approval, or is withdrawn'
export const myBatchOrOrderIsApproved = 'My batch or order is approved or rejected'
export const myBatchHasRunOrMy = 'My batch has run, or my cards are issued'
export const scheduledBatchIsPutOff = 'A scheduled batch is put off, or some of it is expected to fail'
export const savedReportIsReady = 'A saved report is ready'
