// Limits the date range of each report, so that the query is fast enough to show the report on screen. A summary has a
// few rows for each day. A report of details has a row for each transaction or card, so its range is shorter.
import type { ReportId, reports } from '#domain/reports/reports.ts'

const YEAR = 366
const QUARTER = 92

/**
 * The ids of the reports whose `period` is 'range'. The type is computed from `reports`, so that a new report for a
 * range of days does not compile without a limit.
 */
type RangeReport = { [Id in ReportId]: (typeof reports)[Id]['period'] extends 'range' ? Id : never }[ReportId]

/**
 * The largest allowed difference between the last day and the first day. A report includes both days, so YEAR (366)
 * allows 367 days.
 */
export const rangeLimits: Readonly<Record<RangeReport, number>> = {
  liability: YEAR,
  expiredCardsSummary: YEAR,
  expiringBalances: YEAR,
  topUp: YEAR,
  spendSummary: YEAR,
  fee: YEAR,
  cardOrders: YEAR,
  chargeback: YEAR,
  expiredCards: YEAR,
  cardSpend: YEAR,
  negativeBalance: QUARTER,
  forexFee: QUARTER,
  detailedTopup: QUARTER,
  devalue: QUARTER,
  settlementsWithoutAuthorisations: QUARTER,
  fundMovement: QUARTER,
}

/** The limit, or undefined for a report of a day, a month or a quarter. */
export const rangeLimitOf = (report: ReportId): number | undefined =>
  (rangeLimits as Readonly<Partial<Record<ReportId, number>>>)[report]
