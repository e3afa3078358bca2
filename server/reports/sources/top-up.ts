// Two reports of loads with their fees: sums by day and campaign, and each load.
import { sql } from 'kysely'
import { movedRows } from '#server/ledger/moved-rows.ts'
import { storedToText } from '#server/stored-text.ts'
import type { ReportSource } from '../source.ts'
import { inCampaigns } from './campaigns.ts'
import { addNumbers, type DayGroup, dayReport } from './day-sums.ts'
import { dayOf } from './days.ts'
import { batchToText } from './devalue.ts'
import { type Line, ledgerLines, lineToCard, movementEntries } from './ledger-lines.ts'

interface Loads extends DayGroup {
  readonly campaign_id: number
  readonly count: number
  readonly amount_cents: number
  readonly fee_cents: number
}

export const topUp: ReportSource = dayReport<Loads>(
  {
    select: (query, { inWindow }) => sql<Loads>`
      SELECT ${dayOf(sql`t.posted_at`, query)} AS day, c.campaign_id, count(*)::integer AS count,
             sum(w.amount_cents)::bigint AS amount_cents, sum(w.fee_cents)::bigint AS fee_cents
      FROM ledger_transaction t ${movedRows} CROSS JOIN LATERAL (SELECT campaign_id FROM card WHERE id = w.card_id LIMIT 1) c
      WHERE ${inWindow} AND t.kind = 'load' AND ${inCampaigns(query, sql`c.campaign_id`)} GROUP BY 1, 2`,
    keyOf: ({ campaign_id }) => String(campaign_id),
    add: (a, b) => addNumbers(a, b, ['count', 'amount_cents', 'fee_cents']),
  },
  ({ count, amount_cents, fee_cents }) => ({ TOPUPS: count, AMOUNT: amount_cents, FEES: fee_cents }),
)

interface LoadLine extends Line {
  readonly batch_id: number | null
  readonly description: string
  readonly fee_cents: number
}

export const detailedTopup: ReportSource = ledgerLines<LoadLine>({
  kinds: ['load'],
  entries: movementEntries,
  columns: () => sql`, t.batch_id, t.description, w.fee_cents`,
  toRow: (line) => ({
    POSTED: line.posted_at,
    ...lineToCard(line),
    CUSTOMERREFERENCE: line.customer_reference,
    BATCH: batchToText(line),
    REFERENCE: storedToText(line.description),
    AMOUNT: line.amount_cents,
    FEES: line.fee_cents,
    BALANCE: line.balance_after,
  }),
})
