// How many days a report may span: as many as can be read while somebody waits. Summaries have a few rows a day, details one for each
// transaction or card.
import type { ReportId, reports } from '#domain/reports/reports.ts'

const YEAR = 366
const QUARTER = 92

/** Those whose days are chosen by a range. */
type RangeReport = { [Id in ReportId]: (typeof reports)[Id]['period'] extends 'range' ? Id : never }[ReportId]

/** From start to end, as the days between them (batches §5 "dateRangeLimit"). */
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

/** Undefined of a report for a day, a month or a quarter. */
export const rangeLimitOf = (report: ReportId): number | undefined =>
  (rangeLimits as Readonly<Partial<Record<ReportId, number>>>)[report]
