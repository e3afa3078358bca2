// Every report that is a table of rows, and how it is read. The record is total: a report of the table without a source does not
// compile.
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

/** All but those whose answers are no table of rows (batches §2 "Chargeback Report", "Mastercard Quarterly Report"). */
export type TableReport = Exclude<ReportId, 'chargeback' | 'qmr'>

/** The stored ones among them are what their jobs write as files. */
const all: Readonly<Record<TableReport, ReportSource>> = {
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

/** The source of a report; undefined of one that is no table of rows. */
export function sourceOf(report: ReportId): ReportSource | undefined {
  const source = (all as Readonly<Partial<Record<ReportId, ReportSource>>>)[report]
  return source && (reportOf(report).looksAhead ? source : untilToday(source))
}
