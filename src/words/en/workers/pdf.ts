// The words of workers/pdf.

export const noTransactionsInTheseDates = 'No transactions in these dates.'
