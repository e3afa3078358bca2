// All reports as one table, which defines screens, menu, forms, file names and limits. A new report needs a row here
// and a source in the server. The compiler reports the code that is missing. A test calculates its figures a second time
// (tests/server/reports/expected.ts). figures.test.ts beside it also reports a source that filters by a date without an
// index. A report with its own page needs its call in `ReportCall`, its page in pages/reports, and a row of
// `customReportPages` (app/routes/routes.tsx). Rules: docs/rules/reports.md, "Reports".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { containsAllWords } from '#domain/texts/sentences.ts'
import type { ReportColumnName } from './columns.ts'

/** How the user chooses the days of the report. */
export type ReportPeriod = 'range' | 'day' | 'month' | 'quarter'

/** 'one': one campaign must be chosen. 'oneOrAll': one or all campaigns. 'none': no choice. */
export type ReportCampaigns = 'one' | 'oneOrAll' | 'none'

/** 'funding': the statement of the funding account. 'events': the daily control of the card processor's events. */
export type ReportLink = 'funding' | 'events'

/** The API operation that returns the report. */
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
  /** The column whose values are on the axis. */
  readonly by: ReportColumnName
  /** The columns that are drawn. */
  readonly values: readonly ReportColumnName[]
  /** The column whose values become lines, or colours of the bars. */
  readonly split?: ReportColumnName
}

export interface Report {
  /** The heading of its screen. */
  readonly title: string
  /** Its address below /reports. */
  readonly path: string
  /** True if addresses below its path open it too. */
  readonly opensSubpaths?: boolean
  /** The report's name in the API. */
  readonly apiName: string
  /** The heading of its group on the landing page. */
  readonly group: string
  /** The question that the report answers, in one line. */
  readonly description: string
  readonly period: ReportPeriod
  /** True if the report is about the future, from today. */
  readonly looksAhead?: true
  readonly campaigns: ReportCampaigns
  /**
   * True if the report covers the programme's account across all campaigns. Users who are limited to some campaigns
   * cannot see it.
   */
  readonly coversProgramme?: true
  readonly call: ReportCall
  /** 'stored': a file that the server creates regularly, and that can only be downloaded. */
  readonly source: 'query' | 'stored'
  /** True if its screen has no table. */
  readonly isDownloadOnly: boolean
  /** Number of rows on the screen, if fewer than MAX_REPORT_ROWS. */
  readonly previewRows?: number
  /** The columns of the table, in order. */
  readonly columns: readonly ReportColumnName[]
  /** Columns hidden by default: they would not fit on a usual screen. */
  readonly hiddenByDefault?: readonly ReportColumnName[]
  /** The columns whose sum over all rows is meaningful; the sums are shown above the table. */
  readonly sums?: readonly ReportColumnName[]
  /** The pages that explain its figures, to which the report links. */
  readonly leadsTo?: readonly ReportLink[]
  /** The start of its file names, before the dates. */
  readonly filePrefix: string
  readonly files: readonly ('csv' | 'xlsx' | 'xls' | 'pdf')[]
  readonly chart?: ReportChart
}

const rangeReport = {
  period: 'range',
  campaigns: 'oneOrAll',
  call: 'getDateRangeReport',
  source: 'query',
  isDownloadOnly: false,
  files: ['csv', 'xlsx'],
} as const

const dayReport = {
  period: 'day',
  campaigns: 'one',
  call: 'GetReport',
  source: 'query',
  isDownloadOnly: false,
  files: ['csv'],
} as const

const cardColumns = ['CAMPAIGN', 'TRACKINGNUMBER', 'CARDNUMBER'] as const

export const reports = withTexts({
  liability: {
    ...rangeReport,
    title: textOf(m.reports_liabilityReport),
    path: 'liability',
    apiName: 'liabilityReport',
    filePrefix: 'LiabilityReport',
    group: textOf(m.reports_moneyOnCards),
    description: textOf(m.reports_liabilityDescription),
    leadsTo: ['events'],
    columns: ['DATE', 'CAMPAIGN', 'CARDS', 'OPENING', 'LOADED', 'SPENT', 'FEES', 'DEVALUED', 'OTHER', 'CLOSING'],
    sums: ['LOADED', 'SPENT', 'FEES', 'DEVALUED', 'OTHER'],
    chart: {
      kind: 'line',
      title: textOf(m.reports_liabilityOverTime),
      by: 'DATE',
      values: ['CLOSING'],
      split: 'CAMPAIGN',
    },
  },
  cardBalance: {
    ...dayReport,
    campaigns: 'oneOrAll',
    call: 'loadReport',
    title: textOf(m.reports_cardBalancesReport),
    path: 'cardBalanceReport',
    apiName: 'cardBalanceReport',
    filePrefix: 'cardbalances',
    group: textOf(m.reports_moneyOnCards),
    description: textOf(m.reports_cardBalancesDescription),
    leadsTo: ['events'],
    previewRows: 1000,
    columns: ['ITEM', ...cardColumns, 'CUSTOMERREFERENCE', 'NAME', 'STATUS', 'EXPIRES', 'BALANCE', 'AVAILABLE'],
    hiddenByDefault: ['CUSTOMERREFERENCE'],
    sums: ['BALANCE', 'AVAILABLE'],
    files: ['csv', 'xlsx'],
  },
  negativeBalance: {
    ...rangeReport,
    title: textOf(m.reports_negativeBalanceReport),
    path: 'negativeBalanceReport',
    apiName: 'negativeBalanceReport',
    filePrefix: 'NegativeBalanceReport',
    group: textOf(m.reports_moneyOnCards),
    description: textOf(m.reports_negativeBalanceDescription),
    leadsTo: ['events'],
    columns: ['DATE', ...cardColumns, 'NAME', 'BALANCE'],
  },
  expiredCards: {
    ...rangeReport,
    isDownloadOnly: true,
    title: textOf(m.reports_detailedExpiredCardsReport),
    path: 'expiredCardsReport',
    apiName: 'breakageReport',
    filePrefix: 'ExpiredCardsReport',
    group: textOf(m.reports_moneyOnCards),
    description: textOf(m.reports_expiredCardsDescription),
    columns: ['EXPIRED', ...cardColumns, 'CUSTOMERREFERENCE', 'NAME', 'BALANCE'],
  },
  expiredCardsSummary: {
    ...rangeReport,
    title: textOf(m.reports_expiredCardsSummaryReport),
    path: 'expiredCardsSummaryReport',
    apiName: 'breakageSummaryReport',
    filePrefix: 'ExpiredCardsSummaryReport',
    group: textOf(m.reports_moneyOnCards),
    description: textOf(m.reports_expiredSummaryDescription),
    columns: ['MONTH', 'CAMPAIGN', 'CARDS', 'BALANCE'],
    sums: ['CARDS', 'BALANCE'],
    chart: {
      kind: 'bars',
      title: textOf(m.reports_leftOnExpiredCards),
      by: 'MONTH',
      values: ['BALANCE'],
      split: 'CAMPAIGN',
    },
  },
  expiringBalances: {
    ...rangeReport,
    looksAhead: true,
    title: textOf(m.reports_expiringBalancesReport),
    path: 'expiringBalancesReport',
    apiName: 'expiringBalancesReport',
    filePrefix: 'ExpiringBalancesReport',
    group: textOf(m.reports_moneyOnCards),
    description: textOf(m.reports_expiringBalancesDescription),
    columns: ['MONTH', 'CAMPAIGN', 'CARDS', 'BALANCE'],
    sums: ['CARDS', 'BALANCE'],
    chart: {
      kind: 'bars',
      title: textOf(m.reports_expiringInMonthsAhead),
      by: 'MONTH',
      values: ['BALANCE'],
      split: 'CAMPAIGN',
    },
  },
  topUp: {
    ...rangeReport,
    campaigns: 'none',
    title: textOf(m.reports_topUpSummaryReport),
    path: 'topUp',
    apiName: 'topUpReport',
    filePrefix: 'TopUpSummaryReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_topUpSummaryDescription),
    leadsTo: ['funding'],
    columns: ['DATE', 'CAMPAIGN', 'TOPUPS', 'AMOUNT', 'FEES'],
    sums: ['TOPUPS', 'AMOUNT', 'FEES'],
    chart: { kind: 'bars', title: textOf(m.reports_loadedByDay), by: 'DATE', values: ['AMOUNT'], split: 'CAMPAIGN' },
  },
  detailedTopup: {
    ...rangeReport,
    isDownloadOnly: true,
    title: textOf(m.reports_detailedTopUpReport),
    path: 'detailedTopupReport',
    apiName: 'detailedTopupReport',
    filePrefix: 'DetailedTopUpReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_topUpDetailDescription),
    leadsTo: ['funding'],
    columns: ['POSTED', ...cardColumns, 'CUSTOMERREFERENCE', 'BATCH', 'REFERENCE', 'AMOUNT', 'FEES', 'BALANCE'],
  },
  spendSummary: {
    ...rangeReport,
    title: textOf(m.reports_spendSummaryReport),
    path: 'spendSummaryReport',
    apiName: 'spendSummaryReport',
    filePrefix: 'SpendSummaryReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_spendSummaryDescription),
    leadsTo: ['events'],
    columns: ['DATE', 'CAMPAIGN', 'PURCHASES', 'SPENT', 'REVERSED', 'NET'],
    sums: ['PURCHASES', 'SPENT', 'REVERSED', 'NET'],
    chart: { kind: 'line', title: textOf(m.reports_spentByDay), by: 'DATE', values: ['NET'], split: 'CAMPAIGN' },
  },
  cardSpend: {
    ...rangeReport,
    isDownloadOnly: true,
    title: textOf(m.reports_cardSpendReport),
    path: 'cardSpendReport',
    apiName: 'cardSpendReport',
    filePrefix: 'CardSpendReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_cardSpendDescription),
    leadsTo: ['events'],
    columns: [...cardColumns, 'CUSTOMERREFERENCE', 'PURCHASES', 'SPENT', 'FEES', 'LASTSPENT'],
  },
  fee: {
    ...rangeReport,
    title: textOf(m.reports_feeReport),
    path: 'fee',
    apiName: 'feeReport',
    filePrefix: 'FeeReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_feeDescription),
    leadsTo: ['funding', 'events'],
    columns: ['DATE', 'CAMPAIGN', 'FEETYPE', 'COUNT', 'AMOUNT'],
    sums: ['COUNT', 'AMOUNT'],
    chart: { kind: 'bars', title: textOf(m.reports_feesByType), by: 'FEETYPE', values: ['AMOUNT'], split: 'CAMPAIGN' },
  },
  forexFee: {
    ...rangeReport,
    title: textOf(m.reports_forexFeeReport),
    path: 'forexFee',
    apiName: 'forexFeeReport',
    filePrefix: 'ForexFeeReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_forexFeeDescription),
    leadsTo: ['events'],
    columns: ['POSTED', ...cardColumns, 'DESCRIPTION', 'AMOUNT'],
    sums: ['AMOUNT'],
  },
  devalue: {
    ...rangeReport,
    isDownloadOnly: true,
    title: textOf(m.reports_detailedDevalueReport),
    path: 'devalueReport',
    apiName: 'devalueReportWithWallet',
    filePrefix: 'DevalueReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_devalueDescription),
    leadsTo: ['funding'],
    columns: ['POSTED', ...cardColumns, 'WALLETREFERENCE', 'BATCH', 'REFERENCE', 'AMOUNT', 'BALANCE', 'RETIRED'],
  },
  fundMovement: {
    ...rangeReport,
    campaigns: 'none',
    coversProgramme: true,
    leadsTo: ['funding'],
    title: textOf(m.reports_fundMovementReport),
    path: 'fundMovementReport',
    opensSubpaths: true,
    apiName: 'fundMovementReport',
    filePrefix: 'FundMovementReport',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_fundMovementDescription),
    columns: ['POSTED', 'MOVEMENT', 'REFERENCE', 'DEBIT', 'DEBITFEES', 'CREDIT', 'BALANCE'],
    sums: ['DEBIT', 'DEBITFEES', 'CREDIT'],
  },
  cardholderStatement: {
    ...dayReport,
    title: textOf(m.reports_cardholderStatement),
    path: 'cardholderStatement',
    apiName: 'cardholderStatement',
    filePrefix: 'CardholderStatement',
    group: textOf(m.reports_loadsAndSpend),
    description: textOf(m.reports_statementDescription),
    leadsTo: ['events'],
    columns: ['TRACKINGNUMBER', 'CARDNUMBER', 'NAME', 'POSTED', 'TYPE', 'DESCRIPTION', 'AMOUNT', 'BALANCE'],
  },
  dailySettlementDetail: {
    ...dayReport,
    title: textOf(m.reports_dailySettlementDetail),
    path: 'dailySettlementDetail',
    apiName: 'dailySettlementDetail',
    filePrefix: 'DailySettlementDetail',
    group: textOf(m.reports_settlementAndDisputes),
    description: textOf(m.reports_settlementDetailDescription),
    leadsTo: ['events'],
    columns: ['POSTED', 'TRACKINGNUMBER', 'CARDNUMBER', 'MERCHANTID', 'MERCHANT', 'AUTHNUMBER', 'AMOUNT'],
    sums: ['AMOUNT'],
  },
  dailySettlementSummary: {
    ...dayReport,
    campaigns: 'none',
    call: 'getDailyReport',
    source: 'stored',
    isDownloadOnly: true,
    title: textOf(m.reports_dailySettlementSummary),
    path: 'dailySettlementSummary',
    apiName: 'dailySettlementSummary',
    filePrefix: 'DailySettlementSummary',
    group: textOf(m.reports_settlementAndDisputes),
    description: textOf(m.reports_settlementSummaryDescription),
    leadsTo: ['events'],
    columns: ['CAMPAIGN', 'MERCHANTID', 'MERCHANT', 'PURCHASES', 'AMOUNT'],
  },
  unsettledTransactions: {
    ...dayReport,
    title: textOf(m.reports_unsettledTransactions),
    path: 'unsettledTransactions',
    apiName: 'unsettledTransactions',
    filePrefix: 'UnsettledTransactions',
    group: textOf(m.reports_settlementAndDisputes),
    description: textOf(m.reports_unsettledDescription),
    leadsTo: ['events'],
    columns: ['AUTHORISED', 'TRACKINGNUMBER', 'CARDNUMBER', 'MERCHANTID', 'MERCHANT', 'AUTHNUMBER', 'AMOUNT', 'AGE'],
    sums: ['AMOUNT'],
  },
  settlementsWithoutAuthorisations: {
    ...rangeReport,
    title: textOf(m.reports_unauthorisedSettlements),
    path: 'settlementsWithoutAuthorisationsReport',
    apiName: 'settlementsWithoutAuthorisationsReport',
    filePrefix: 'SettlementsWithoutAuthorisationsReport',
    group: textOf(m.reports_settlementAndDisputes),
    description: textOf(m.reports_unauthorisedDescription),
    leadsTo: ['events'],
    columns: ['POSTED', ...cardColumns, 'MERCHANTID', 'MERCHANT', 'AUTHNUMBER', 'AMOUNT'],
    sums: ['AMOUNT'],
  },
  chargeback: {
    ...rangeReport,
    call: 'chargebackReport',
    title: textOf(m.reports_chargebackReport),
    path: 'chargebackReport',
    apiName: 'chargebackReport',
    filePrefix: 'ChargebackReport',
    group: textOf(m.reports_settlementAndDisputes),
    description: textOf(m.reports_chargebacksDescription),
    leadsTo: ['events'],
    // Its columns are in chargebacks.ts.
    columns: [],
    files: ['xlsx', 'pdf'],
  },
  qmr: {
    period: 'quarter',
    campaigns: 'one',
    call: 'quarterly',
    source: 'query',
    isDownloadOnly: false,
    title: textOf(m.reports_mastercardQuarterlyReport),
    path: 'qmr',
    apiName: 'qmr',
    filePrefix: 'QMR',
    group: textOf(m.reports_settlementAndDisputes),
    description: textOf(m.reports_quarterlyDescription),
    leadsTo: ['events'],
    // Its file is not a table with columns.
    columns: [],
    files: ['xls'],
  },
  cardOrders: {
    ...rangeReport,
    title: textOf(m.reports_cardOrderReport),
    path: 'cardorders',
    apiName: 'cardOrderReport',
    filePrefix: 'CardOrderReport',
    group: textOf(m.reports_cardsAndOrders),
    description: textOf(m.reports_cardOrdersDescription),
    leadsTo: ['funding'],
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
    hiddenByDefault: ['QUOTATION'],
    // Only issued cards move money, so the ordered amounts are not summed.
    sums: ['ISSUED', 'LOADED', 'CHARGED'],
  },
  monthlyCompliance: {
    period: 'month',
    campaigns: 'none',
    call: 'getMonthlyReport',
    source: 'stored',
    isDownloadOnly: true,
    title: textOf(m.reports_monthlyComplianceReport),
    path: 'monthlyComplianceReport',
    apiName: 'monthlyComplianceReport',
    filePrefix: 'MonthlyComplianceReport',
    group: textOf(m.reports_cardsAndOrders),
    description: textOf(m.reports_complianceDescription),
    leadsTo: ['events'],
    columns: ['CAMPAIGN', 'CARDS', 'ISSUED', 'TOPUPS', 'LOADED', 'PURCHASES', 'SPENT', 'REVERSED', 'BALANCE'],
    files: ['xlsx'],
  },
} as const satisfies Readonly<Record<string, Report>>)

/** Maximum number of rows in a response for the screen. A longer report is complete only as a file. */
export const MAX_REPORT_ROWS = 5000

export type ReportId = keyof typeof reports
export const reportIds = Object.keys(reports) as ReportId[]

export const reportOf = (id: ReportId): Report => reports[id]

/** The report with this API name that this operation returns. */
export const apiToReport = (apiName: string, call: ReportCall): ReportId | undefined =>
  reportIds.find((id) => reports[id].apiName === apiName && reports[id].call === call)

export const reportPath = (id: ReportId): string => `/reports/${reports[id].path}`

/** The reports whose title, description or group contains all words of the text; all reports for an empty text. */
export const findReports = (searchText: string): readonly ReportId[] =>
  reportIds.filter((id) => {
    const { title, description, group } = reports[id]
    return containsAllWords(`${title} ${description} ${group}`, searchText.trim())
  })

/** `{filePrefix}_from{start}_to{end}.xlsx` */
export const rangeFileName = (id: ReportId, start: CalendarDate, end: CalendarDate, extension: string): string =>
  `${reports[id].filePrefix}_from${start}_to${end}.${extension}`

/** `{filePrefix}_{date}.csv`, `cardbalances_{date}.xlsx`; for a month the date is 'yyyy-mm'. */
export const dayFileName = (id: ReportId, date: string, extension: string): string =>
  `${reports[id].filePrefix}_${date}.${extension}`

/** `QMR_{ICA}_{year}Q{quarter}.xls` */
export const quarterFileName = (ica: string, year: number, quarter: number): string =>
  `QMR_${ica}_${year}Q${quarter}.xls`
