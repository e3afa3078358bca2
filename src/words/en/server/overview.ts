// The words of server/overview: what has happened lately, and to what.

/** Who runs, checks and issues: nobody was there. */
export const theServer = 'System'
export const batchUploaded = (reference: string): string => `Uploaded ${reference}`
export const batchApproved = (reference: string): string => `Approved ${reference}`
export const batchRejected = (reference: string): string => `Rejected ${reference}`
export const batchWithdrawn = (reference: string): string => `Withdrawn ${reference}`
export const batchClosed = (reference: string): string => `Closed ${reference}`
export const batchProcessed = (reference: string, result: string): string => `Processed ${reference}: ${result}`
export const batchChecked = (reference: string, foreseen: string): string => `Checked ${reference}: ${foreseen}`
export const orderSubmitted = (id: number, cards: string): string => `Submitted order ${id} (${cards})`
export const orderApproved = (id: number, cards: string): string => `Approved order ${id} (${cards})`
export const orderRejected = (id: number, cards: string): string => `Rejected order ${id} (${cards})`
export const orderCancelled = (id: number, cards: string): string => `Cancelled order ${id} (${cards})`
export const orderReady = (id: number, result: string): string => `Order ${id}: ${result}`
export const orderFetched = (id: number, cards: string): string =>
  `Downloaded the producer file of order ${id} (${cards})`
export const orderIssued = (id: number, result: string): string => `Order ${id}: ${result}`
export const noticesHaveEnded = 'Notifications on this device have ended'
