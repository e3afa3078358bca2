// All reports as one table, which defines screens, menu, forms, file names and limits. A new report is a row here and a
// source in the server; the compiler reports what is missing. Rules: docs/rules/reports.md, "Reports".
import type { CalendarDate } from '#domain/calendar.ts'
import { containsAll } from '#domain/sentences.ts'
import * as say from '#words/domain/reports.ts'
import type { ReportColumnName } from './columns.ts'

/** The way in which the user chooses the time. */
export type ReportPeriod = 'range' | 'day' | 'month' | 'quarter'

/** 'one': one campaign must be chosen. 'oneOrAll': one or all campaigns. 'none': no choice. */
export type ReportCampaigns = 'one' | 'oneOrAll' | 'none'

/** The operation of the API. */
export type ReportCall =
  | 'getDateRangeReport'
  | 'loadReport'
  | 'GetReport'
  | 'getDailyReport'
  | 'getMonthlyReport'
  | 'chargebackReport'
  | 'quarterly'

export interface ReportChart {
  /** Lines over time, or stacked bars. */
  readonly kind: 'line' | 'bars'
  readonly title: string
  readonly by: ReportColumnName
  readonly values: readonly ReportColumnName[]
  /** The column whose values become lines, or colours of the bars. */
  readonly split?: ReportColumnName
}

export interface Report {
  /** The header of its screen. */
  readonly title: string
  /** Its address below /reports. */
  readonly path: string
  /** True if addresses below its path open it too. */
  readonly isPrefix?: boolean
  /** Its name in the API. */
  readonly api: string
  /** Its heading on the landing page. */
  readonly group: string
  /** The question that the report answers, in one line. */
  readonly answers: string
  readonly period: ReportPeriod
  /** True if its days start today and are in the future. */
  readonly looksAhead?: true
  readonly campaigns: ReportCampaigns
  /**
   * True if its figures cover the programme's account across all campaigns. Users who are limited to some campaigns
   * cannot see it.
   */
  readonly isOfProgramme?: true
  readonly call: ReportCall
  /** 'stored': a file that is made regularly and can only be downloaded. */
  readonly source: 'query' | 'stored'
  /** True if its screen has no table. */
  readonly isDownloadOnly: boolean
  /** Number of rows on the screen, if fewer than MAX_REPORT_ROWS. */
  readonly previewRows?: number
  /** In order. */
  readonly columns: readonly ReportColumnName[]
  /** Columns hidden by default: they would not fit on a usual screen. */
  readonly usuallyHidden?: readonly ReportColumnName[]
  /** The columns whose sum over all rows is meaningful; the sums are shown above the table. */
  readonly sums?: readonly ReportColumnName[]
  /** The start of its file names, before the dates. */
  readonly name: string
  readonly files: readonly ('csv' | 'xlsx' | 'xls' | 'pdf')[]
  readonly chart?: ReportChart
}

const range = {
  period: 'range',
  campaigns: 'oneOrAll',
  call: 'getDateRangeReport',
  source: 'query',
  isDownloadOnly: false,
  files: ['csv', 'xlsx'],
} as const

const day = {
  period: 'day',
  campaigns: 'one',
  call: 'GetReport',
  source: 'query',
  isDownloadOnly: false,
  files: ['csv'],
} as const

const card = ['CAMPAIGN', 'TRACKINGNUMBER', 'CARDNUMBER'] as const

export const reports = {
  liability: {
    ...range,
    title: say.liabilityReport,
    path: 'liability',
    api: 'liabilityReport',
    name: 'LiabilityReport',
    group: say.moneyOnCards,
    answers: say.whatCardsHeldAtStart,
    columns: ['DATE', 'CAMPAIGN', 'CARDS', 'OPENING', 'LOADED', 'SPENT', 'FEES', 'DEVALUED', 'OTHER', 'CLOSING'],
    sums: ['LOADED', 'SPENT', 'FEES', 'DEVALUED', 'OTHER'],
    chart: { kind: 'line', title: say.liabilityOverTime, by: 'DATE', values: ['CLOSING'], split: 'CAMPAIGN' },
  },
  cardBalance: {
    ...day,
    campaigns: 'oneOrAll',
    call: 'loadReport',
    title: say.cardBalancesReport,
    path: 'cardBalanceReport',
    api: 'cardBalanceReport',
    name: 'cardbalances',
    group: say.moneyOnCards,
    answers: say.whatEachCardHeldAtEnd,
    previewRows: 1000,
    columns: ['ITEM', ...card, 'CUSTOMERREFERENCE', 'NAME', 'STATUS', 'EXPIRES', 'BALANCE', 'AVAILABLE'],
    usuallyHidden: ['CUSTOMERREFERENCE'],
    sums: ['BALANCE', 'AVAILABLE'],
    files: ['csv', 'xlsx'],
  },
  negativeBalance: {
    ...range,
    title: say.negativeBalanceReport,
    path: 'negativeBalanceReport',
    api: 'negativeBalanceReport',
    name: 'NegativeBalanceReport',
    group: say.moneyOnCards,
    answers: say.cardsThatWereBelowZero,
    columns: ['DATE', ...card, 'NAME', 'BALANCE'],
  },
  expiredCards: {
    ...range,
    isDownloadOnly: true,
    title: say.detailedExpiredCardsReport,
    path: 'expiredCardsReport',
    api: 'breakageReport',
    name: 'ExpiredCardsReport',
    group: say.moneyOnCards,
    answers: say.cardsThatExpiredAndWhat,
    columns: ['EXPIRED', ...card, 'CUSTOMERREFERENCE', 'NAME', 'BALANCE'],
  },
  expiredCardsSummary: {
    ...range,
    title: say.expiredCardsSummaryReport,
    path: 'expiredCardsSummaryReport',
    api: 'breakageSummaryReport',
    name: 'ExpiredCardsSummaryReport',
    group: say.moneyOnCards,
    answers: say.whatExpiredCardsSummary,
    columns: ['MONTH', 'CAMPAIGN', 'CARDS', 'BALANCE'],
    sums: ['CARDS', 'BALANCE'],
    chart: { kind: 'bars', title: say.leftOnExpiredCards, by: 'MONTH', values: ['BALANCE'], split: 'CAMPAIGN' },
  },
  expiringBalances: {
    ...range,
    looksAhead: true,
    title: say.expiringBalancesReport,
    path: 'expiringBalancesReport',
    api: 'expiringBalancesReport',
    name: 'ExpiringBalancesReport',
    group: say.moneyOnCards,
    answers: say.whatWouldBeLeftOnCards,
    columns: ['MONTH', 'CAMPAIGN', 'CARDS', 'BALANCE'],
    sums: ['CARDS', 'BALANCE'],
    chart: { kind: 'bars', title: say.expiringInMonthsAhead, by: 'MONTH', values: ['BALANCE'], split: 'CAMPAIGN' },
  },
  topUp: {
    ...range,
    campaigns: 'none',
    title: say.topUpSummaryReport,
    path: 'topUp',
    api: 'topUpReport',
    name: 'TopUpSummaryReport',
    group: say.loadsAndSpend,
    answers: say.howMuchWasLoadedEachDay,
    columns: ['DATE', 'CAMPAIGN', 'TOPUPS', 'AMOUNT', 'FEES'],
    sums: ['TOPUPS', 'AMOUNT', 'FEES'],
    chart: { kind: 'bars', title: say.loadedByDay, by: 'DATE', values: ['AMOUNT'], split: 'CAMPAIGN' },
  },
  detailedTopup: {
    ...range,
    isDownloadOnly: true,
    title: say.detailedTopUpReport,
    path: 'detailedTopupReport',
    api: 'detailedTopupReport',
    name: 'DetailedTopUpReport',
    group: say.loadsAndSpend,
    answers: say.everyLoadWithItsCardBatch,
    columns: ['POSTED', ...card, 'CUSTOMERREFERENCE', 'BATCH', 'REFERENCE', 'AMOUNT', 'FEES', 'BALANCE'],
  },
  spendSummary: {
    ...range,
    title: say.spendSummaryReport,
    path: 'spendSummaryReport',
    api: 'spendSummaryReport',
    name: 'SpendSummaryReport',
    group: say.loadsAndSpend,
    answers: say.howMuchWasSpentEachDay,
    columns: ['DATE', 'CAMPAIGN', 'PURCHASES', 'SPENT', 'REVERSED', 'NET'],
    sums: ['PURCHASES', 'SPENT', 'REVERSED', 'NET'],
    chart: { kind: 'line', title: say.spentByDay, by: 'DATE', values: ['NET'], split: 'CAMPAIGN' },
  },
  cardSpend: {
    ...range,
    isDownloadOnly: true,
    title: say.cardSpendReport,
    path: 'cardSpendReport',
    api: 'cardSpendReport',
    name: 'CardSpendReport',
    group: say.loadsAndSpend,
    answers: say.whatEachCardSpent,
    columns: [...card, 'CUSTOMERREFERENCE', 'PURCHASES', 'SPENT', 'FEES', 'LASTSPENT'],
  },
  fee: {
    ...range,
    title: say.feeReport,
    path: 'fee',
    api: 'feeReport',
    name: 'FeeReport',
    group: say.loadsAndSpend,
    answers: say.feesChargedEachDayByType,
    columns: ['DATE', 'CAMPAIGN', 'FEETYPE', 'COUNT', 'AMOUNT'],
    sums: ['COUNT', 'AMOUNT'],
    chart: { kind: 'bars', title: say.feesByType, by: 'FEETYPE', values: ['AMOUNT'], split: 'CAMPAIGN' },
  },
  forexFee: {
    ...range,
    title: say.forexFeeReport,
    path: 'forexFee',
    api: 'forexFeeReport',
    name: 'ForexFeeReport',
    group: say.loadsAndSpend,
    answers: say.feesForPurchasesInAnother,
    columns: ['POSTED', ...card, 'DESCRIPTION', 'AMOUNT'],
    sums: ['AMOUNT'],
  },
  devalue: {
    ...range,
    isDownloadOnly: true,
    title: say.detailedDevalueReport,
    path: 'devalueReport',
    api: 'devalueReportWithWallet',
    name: 'DevalueReport',
    group: say.loadsAndSpend,
    answers: say.everyAmountTakenOffCard,
    columns: ['POSTED', ...card, 'WALLETREFERENCE', 'BATCH', 'REFERENCE', 'AMOUNT', 'BALANCE', 'RETIRED'],
  },
  fundMovement: {
    ...range,
    campaigns: 'none',
    isOfProgramme: true,
    title: say.fundMovementReport,
    path: 'fundMovementReport',
    isPrefix: true,
    api: 'fundMovementReport',
    name: 'FundMovementReport',
    group: say.loadsAndSpend,
    answers: say.whatFundMovement,
    columns: ['POSTED', 'MOVEMENT', 'REFERENCE', 'DEBIT', 'DEBITFEES', 'CREDIT', 'BALANCE'],
    sums: ['DEBIT', 'DEBITFEES', 'CREDIT'],
  },
  cardholderStatement: {
    ...day,
    title: say.cardholderStatement,
    path: 'cardholderStatement',
    api: 'cardholderStatement',
    name: 'CardholderStatement',
    group: say.loadsAndSpend,
    answers: say.allTransactionsOfAllCards,
    columns: ['TRACKINGNUMBER', 'CARDNUMBER', 'NAME', 'POSTED', 'TYPE', 'DESCRIPTION', 'AMOUNT', 'BALANCE'],
  },
  dailySettlementDetail: {
    ...day,
    title: say.dailySettlementDetail,
    path: 'dailySettlementDetail',
    api: 'dailySettlementDetail',
    name: 'DailySettlementDetail',
    group: say.settlementAndDisputes,
    answers: say.everyPurchaseSettledOnDay,
    columns: ['POSTED', 'TRACKINGNUMBER', 'CARDNUMBER', 'MERCHANTID', 'MERCHANT', 'AUTHNUMBER', 'AMOUNT'],
    sums: ['AMOUNT'],
  },
  dailySettlementSummary: {
    ...day,
    campaigns: 'none',
    call: 'getDailyReport',
    source: 'stored',
    isDownloadOnly: true,
    title: say.dailySettlementSummary,
    path: 'dailySettlementSummary',
    api: 'dailySettlementSummary',
    name: 'DailySettlementSummary',
    group: say.settlementAndDisputes,
    answers: say.whatWasSettledOnDay,
    columns: ['CAMPAIGN', 'MERCHANTID', 'MERCHANT', 'PURCHASES', 'AMOUNT'],
  },
  unsettledTransactions: {
    ...day,
    title: say.unsettledTransactions,
    path: 'unsettledTransactions',
    api: 'unsettledTransactions',
    name: 'UnsettledTransactions',
    group: say.settlementAndDisputes,
    answers: say.whatUnsettled,
    columns: ['AUTHORISED', 'TRACKINGNUMBER', 'CARDNUMBER', 'MERCHANTID', 'MERCHANT', 'AUTHNUMBER', 'AMOUNT', 'AGE'],
    sums: ['AMOUNT'],
  },
  settlementsWithoutAuthorisations: {
    ...range,
    title: say.unauthorisedSettlements,
    path: 'settlementsWithoutAuthorisationsReport',
    api: 'settlementsWithoutAuthorisationsReport',
    name: 'SettlementsWithoutAuthorisationsReport',
    group: say.settlementAndDisputes,
    answers: say.whatUnauthorised,
    columns: ['POSTED', ...card, 'MERCHANTID', 'MERCHANT', 'AUTHNUMBER', 'AMOUNT'],
    sums: ['AMOUNT'],
  },
  chargeback: {
    ...range,
    call: 'chargebackReport',
    title: say.chargebackReport,
    path: 'chargebackReport',
    api: 'chargebackReport',
    name: 'ChargebackReport',
    group: say.settlementAndDisputes,
    answers: say.whatChargebacks,
    // The response has special columns.
    columns: [],
    files: ['xlsx', 'pdf'],
  },
  qmr: {
    period: 'quarter',
    campaigns: 'one',
    call: 'quarterly',
    source: 'query',
    isDownloadOnly: false,
    title: say.mastercardQuarterlyReport,
    path: 'qmr',
    api: 'qmr',
    name: 'QMR',
    group: say.settlementAndDisputes,
    answers: say.whatQuarterly,
    // The file has special lines.
    columns: [],
    files: ['xls'],
  },
  cardOrders: {
    ...range,
    title: say.cardOrderReport,
    path: 'cardorders',
    api: 'cardOrderReport',
    name: 'CardOrderReport',
    group: say.cardsAndOrders,
    answers: say.whatCardOrders,
    columns: [
      'ORDERED',
      'ORDER',
      'KIND',
      'CAMPAIGN',
      'QUOTATION',
      'STATUS',
      'CARDS',
      'ISSUED',
      'AMOUNT',
      'LOADED',
      'FEES',
      'CHARGED',
      'ORDEREDBY',
    ],
    usuallyHidden: ['QUOTATION'],
    // Money moves when cards are issued. Orders that wait, are rejected or cancelled move none.
    sums: ['ISSUED', 'LOADED', 'CHARGED'],
  },
  monthlyCompliance: {
    period: 'month',
    campaigns: 'none',
    call: 'getMonthlyReport',
    source: 'stored',
    isDownloadOnly: true,
    title: say.monthlyComplianceReport,
    path: 'monthlyComplianceReport',
    api: 'monthlyComplianceReport',
    name: 'MonthlyComplianceReport',
    group: say.cardsAndOrders,
    answers: say.whatCompliance,
    columns: ['CAMPAIGN', 'CARDS', 'ISSUED', 'TOPUPS', 'LOADED', 'PURCHASES', 'SPENT', 'REVERSED', 'BALANCE'],
    files: ['xlsx'],
  },
} as const satisfies Readonly<Record<string, Report>>

/** Maximum number of rows in a response for the screen. A longer report is complete only as a file. */
export const MAX_REPORT_ROWS = 5000

export type ReportId = keyof typeof reports
export const reportIds = Object.keys(reports) as ReportId[]

export const reportOf = (id: ReportId): Report => reports[id]

/** The report with this API name that this operation returns. */
export const apiToReport = (api: string, call: ReportCall): ReportId | undefined =>
  reportIds.find((id) => reports[id].api === api && reports[id].call === call)

export const reportPath = (id: ReportId): string => `/reports/${reports[id].path}`

/** The reports whose title, description or group contains all words; all reports for an empty text. */
export const findReports = (words: string): readonly ReportId[] =>
  reportIds.filter((id) => {
    const { title, answers, group } = reports[id]
    return containsAll(`${title} ${answers} ${group}`, words.trim())
  })

/** `{name}_from{start}_to{end}.xlsx` */
export const rangeFileName = (id: ReportId, start: CalendarDate, end: CalendarDate, ending: string): string =>
  `${reports[id].name}_from${start}_to${end}.${ending}`

/** `{name}_{date}.csv`, `cardbalances_{date}.xlsx`; for a month the date is 'yyyy-mm'. */
export const dayFileName = (id: ReportId, date: string, ending: string): string =>
  `${reports[id].name}_${date}.${ending}`

/** `QMR_{ICA}_{year}Q{quarter}.xls` */
export const quarterFileName = (ica: string, year: number, quarter: number): string =>
  `QMR_${ica}_${year}Q${quarter}.xls`
