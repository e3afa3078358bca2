// The words of server/reports.
import { number } from '#words/figures.ts'

export const reportIsOfAllCampaigns =
  'This report covers all campaigns of the programme, and your user is limited to some of them. Choose another report.'
export const thereIsNoSuchCampaign = 'There is no such campaign'
export const spanReversed = 'The date filter start date is greater than the end date'
export const spanTooLong = (limit: number): string => `Maximum timespan of this report is ${limit} days`
export const tooManyChargebacks = (maxReportRows: number): string =>
  `There are more than ${number(maxReportRows)} chargebacks in these dates. Choose fewer days or one campaign`
export const tooManyRowsForWorkbook = (rows: number): string =>
  `This report has ${number(rows)} rows, more than a workbook can contain. Download it as CSV`
export const quarterlySheetName = (ica: string, start: string): string => `QMR ${ica} ${start}`
export const mastercardQuarterlyReport = 'Mastercard Quarterly Report'
export const campaigns = 'Campaigns'
export const quarter = 'Quarter'
export const firstDay = 'First day'
export const lastDay = 'Last day'
export const timeZone = 'Time zone'
export const currency = 'Currency'
export const labelNumber = (label: string): string => `${label}, number`
export const labelAmount = (label: string): string => `${label}, amount`
export const balancesBroughtForward = 'Balances brought forward'
export const cardsInCirculationAtEnd = 'Cards in circulation at the end'
export const cardsIssued = 'Cards issued'
export const balanceAtStart = 'Balance at the start'
export const loads = 'Loads'
export const purchases = 'Purchases'
export const reversals = 'Reversals'
export const feesPaidByCards = 'Fees paid by cards'
export const transfersToCards = 'Transfers to cards'
export const transfersFromCards = 'Transfers from cards'
export const devalues = 'Devalues'
export const balanceAtEnd = 'Balance at the end'
export const feesPaidByProgramme = 'Fees paid by the programme'
export const chargebacks = 'Chargebacks'
export const thisReportIsOfAllCampaigns = 'This report is of all campaigns'
export const thisReportTakesTooLong =
  'This report takes too long to be shown. Choose fewer days or one campaign, or prepare a file of it.'
