// The source of every report that is a table of rows. A report in `src/domain/reports/reports.ts` without a source does
// not compile.
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import type { ReportSource } from './source.ts'
import { cardBalance } from './sources/card-balance.ts'
import { cardOrders } from './sources/card-orders.ts'
import { cardSpend } from './sources/card-spend.ts'
import { monthlyCompliance } from './sources/compliance.ts'
import { untilToday } from './sources/days.ts'
import { devalue } from './sources/devalue.ts'
import { expiredCards, expiredCardsSummary, expiringBalances } from './sources/expired-cards.ts'
import { fee, forexFee } from './sources/fees.ts'
import { fundMovement } from './sources/fund-movement.ts'
import { liability } from './sources/liability.ts'
import { negativeBalance } from './sources/negative-balance.ts'
import {
  dailySettlementDetail,
  dailySettlementSummary,
  settlementsWithoutAuthorisations,
} from './sources/settlement.ts'
import { spendSummary } from './sources/spend.ts'
import { cardholderStatement } from './sources/statement.ts'
import { detailedTopup, topUp } from './sources/top-up.ts'
import { unsettledTransactions } from './sources/unsettled.ts'

/** All reports except the two with special responses. */
export type TableReport = Exclude<ReportId, 'chargeback' | 'qmr'>

const sources: Readonly<Record<TableReport, ReportSource>> = {
  liability,
  cardBalance,
  negativeBalance,
  expiredCards,
  expiredCardsSummary,
  expiringBalances,
  topUp,
  detailedTopup,
  spendSummary,
  cardSpend,
  fee,
  forexFee,
  devalue,
  fundMovement,
  cardholderStatement,
  dailySettlementDetail,
  dailySettlementSummary,
  unsettledTransactions,
  settlementsWithoutAuthorisations,
  cardOrders,
  monthlyCompliance,
}

/** The source of a report, for responses and files. Undefined for a report that is not a table of rows. */
export function sourceOf(report: ReportId): ReportSource | undefined {
  const source = (sources as Readonly<Partial<Record<ReportId, ReportSource>>>)[report]
  if (!source) return undefined
  return reportOf(report).looksAhead ? source : untilToday(source)
}
