// The words of pages/reports/chargeback.

export const chargebackKey = (key: string): string => `Chargeback ${key}`
export const close = 'Close'
export const downloadPdf = 'Download PDF'
export const details = 'Details'
export const otherChargebacksWhenOnline = 'You can search for other chargebacks when you are back online.'
export const chargebackKeyInText = (key: string): string => `chargeback ${key}`
export const chooseDatesThenSearch = 'Choose the dates, then search'
export const noChargebacksInTheseDates = 'No chargebacks in these dates'
export const otherDatesOrCampaignsMay = 'Try other dates or another campaign.'
export const chargebacks = 'Chargebacks'
export const excelList = 'Excel, the list'
export const excelAllDetails = 'Excel, all details'
export const trackingNumber = (tracking: string): string => `Tracking number ${tracking}`
export const notReceived = 'Not received'
export const totals = 'Totals of the chargebacks'
export const amount = 'Amount'
export const rejected = 'Rejected'
export const reversed = 'Reversed'
