// Two reports of fees: the fee income of each day by type, and each fee for a purchase in a foreign currency.
import { sql } from 'kysely'
import { m } from '#words/messages.js'
import { storedBatchTypes } from '#domain/batch/types.ts'
import { BATCH_LOAD_FEE, CARD_ISSUE_FEE, FOREX_FEE } from '#server/ledger/fee-types.ts'
import { movedRows } from '#server/ledger/moved-rows.ts'
import type { LedgerTransactionType } from '#server/db/programme-tables.ts'
import { storedToText } from '#server/stored-text.ts'
import type { ReportSource } from '../source.ts'
import { inCampaigns } from './campaigns.ts'
import { addNumbers, type DayGroup, dayReport } from './day-sums.ts'
import { dayOf } from './days.ts'
import { type Line, ledgerLines, lineToCard } from './ledger-lines.ts'
import { descriptionInLanguage, nameInLanguage } from '#server/operations/programme-names.ts'

interface Fees extends DayGroup {
  readonly campaign_id: number
  readonly fee_type: string
  readonly count: number
  readonly amount_cents: number
}

/**
 * The types of transactions that can change the fee income: fees, their reversals, and batches whose rows have a fee.
 */
const feeLedgerTypes: readonly LedgerTransactionType[] = [
  'fee',
  'reversal',
  ...Object.values(storedBatchTypes)
    .filter(({ chargesFee }) => chargesFee)
    .map(({ type }) => type),
]

/**
 * SQL for the fee type of transaction `t`. The fee of a row of a batch or an order is posted with the row, without a
 * fee type. Such a fee gets the fee type of batches or orders.
 */
const feeType = sql`coalesce(t.fee_type_id, CASE WHEN t.batch_id IS NOT NULL THEN ${BATCH_LOAD_FEE}::integer
  WHEN t.order_id IS NOT NULL THEN ${CARD_ISSUE_FEE}::integer END)`

export const fee: ReportSource = dayReport<Fees>(
  {
    select: (query, { inWindow }) => sql<Fees>`
      SELECT ${dayOf(sql`t.posted_at`, query)} AS day, c.campaign_id, coalesce(f.name, ${m.reports_otherFee()}) AS fee_type,
             count(*) FILTER (WHERE t.kind <> 'reversal')::integer AS count, sum(w.fee_cents)::bigint AS amount_cents
      FROM ledger_transaction t ${movedRows}
      CROSS JOIN LATERAL (SELECT campaign_id FROM card WHERE id = w.card_id LIMIT 1) c
      LEFT JOIN LATERAL (SELECT ${nameInLanguage('n', 'name')} AS name FROM fee_type n WHERE n.id = ${feeType} LIMIT 1) f ON true
      WHERE ${inWindow} AND w.fee_cents <> 0 AND t.kind = ANY(${feeLedgerTypes}::text[]) AND ${inCampaigns(query, sql`c.campaign_id`)}
      GROUP BY 1, 2, 3`,
    keyOf: ({ campaign_id, fee_type }) => `${campaign_id} ${fee_type}`,
    add: (a, b) => addNumbers(a, b, ['count', 'amount_cents']),
  },
  (fees) => ({ FEETYPE: fees.fee_type, COUNT: fees.count, AMOUNT: fees.amount_cents }),
)

interface FeeLine extends Line {
  readonly description: string
}

export const forexFee: ReportSource = ledgerLines<FeeLine>({
  kinds: ['fee', 'reversal'],
  columns: () => sql`, ${descriptionInLanguage()} AS description`,
  where: sql`t.fee_type_id = ${FOREX_FEE}`,
  // A refunded fee is negative.
  toRow: (line) => ({
    POSTED: line.posted_at,
    ...lineToCard(line),
    DESCRIPTION: storedToText(line.description),
    AMOUNT: -line.amount_cents,
  }),
})
