// The words of workers/pdf.

export const noTransactionsInTheseDates = 'No transactions in these dates.'
export const pageOf = (page: number, pages: number): string => `Page ${page} of ${pages}`
