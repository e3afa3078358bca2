// The words of pages/reports/chargeback.

export const chargebackKey = (key: string): string => `Chargeback ${key}`
export const close = 'Close'
export const downloadPdf = 'Download PDF'
export const details = 'Details'
export const otherChargebacksWhenOnline = 'Other chargebacks can be asked for when the connection is back.'
export const chargebackKeyInText = (key: string): string => `chargeback ${key}`
export const chooseDatesThenSearch = 'Choose the dates, then search'
export const noChargebacksInTheseDates = 'No chargebacks in these dates'
export const otherDatesOrCampaignsMay = 'Other dates or campaigns may have some.'
export const chargebacks = 'Chargebacks'
export const excelList = 'Excel, the list'
export const excelAllDetails = 'Excel, all details'
export const trackingNumber = (tracking: string): string => `Tracking number ${tracking}`
export const notReceived = 'Not received'
