// Limits the date range of each report, so that the query is fast enough to show the report on screen. Summaries have a
// few rows a day, details one row for each transaction or card.
import type { ReportId, reports } from '#domain/reports/reports.ts'

const YEAR = 366
const QUARTER = 92

/** Reports for a range of days. */
type RangeReport = { [Id in ReportId]: (typeof reports)[Id]['period'] extends 'range' ? Id : never }[ReportId]

/** The most days between the first day and the last. Both are included, so that YEAR (366) allows 367 days. */
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
