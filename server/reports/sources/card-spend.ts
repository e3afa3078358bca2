// The purchases and fees of each card. Cards with neither are left out.
import { type RawBuilder, sql } from 'kysely'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { type CardPosition, type CardWindow, cardWindows } from './card-windows.ts'
import { midnightAfter, startOf } from './days.ts'
import { originalKind } from './ledger-lines.ts'

export const cardSpend: ReportSource = {
  async count(db, query) {
    let count = 0
    for await (const window of cardWindows(db, query)) {
      const { rows } = await withIndexLookupsOnly(db, (trx) =>
        sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${spendingCards(query, window)}`.execute(trx),
      )
      count += rows[0]?.count ?? 0
    }
    return count
  },
  async read(db, query, after, limit) {
    const found: ReportRow[] = []
    const from = after as CardPosition | undefined
    for await (const window of cardWindows(db, query, { from, maxCards: Math.min(limit, MAX_WINDOW_CARDS) })) {
      const remaining = limit - found.length
      const { rows } = await withIndexLookupsOnly(db, (trx) =>
        sql<SpendRow>`
          SELECT c.id, c.tracking_number, c.pan_masked, c.customer_reference, s.* FROM ${spendingCards(query, window)}
          ORDER BY c.id LIMIT ${remaining}`.execute(trx),
      )
      for (const row of rows) found.push(toReportRow(row, window))
      const last = rows.at(-1)
      if (last && rows.length === remaining)
        return { rows: found, next: { campaign: window.campaign.id, card: last.id } satisfies CardPosition }
    }
    return { rows: found, next: undefined }
  },
}

/** Maximum number of cards of a window whose spending one statement reads. */
const MAX_WINDOW_CARDS = 1_000

interface SpendRow {
  readonly id: number
  readonly tracking_number: string
  readonly pan_masked: string
  readonly customer_reference: string
  readonly purchases: number
  readonly spent_cents: number
  readonly fee_cents: number
  readonly last_spent: Date | null
}

/**
 * The tables and the condition of the query. A reversal of a purchase is subtracted from the purchases. A reversal of
 * a fee is subtracted from the fees.
 */
const spendingCards = (query: ReportQuery, { campaign, after, upTo }: CardWindow): RawBuilder<unknown> => sql`
  card c
  CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = c.id LIMIT 1) a
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS lines, count(*) FILTER (WHERE t.kind = 'purchase')::integer AS purchases,
           coalesce(-sum(e.amount_cents) FILTER (WHERE u.kind = 'purchase'), 0)::bigint AS spent_cents,
           coalesce(-sum(e.amount_cents) FILTER (WHERE u.kind = 'fee'), 0)::bigint AS fee_cents,
           max(t.posted_at) FILTER (WHERE t.kind = 'purchase') AS last_spent
    FROM ledger_transaction t ${originalKind}
    CROSS JOIN LATERAL (SELECT amount_cents FROM ledger_entry WHERE transaction_id = t.id AND account_id = a.id LIMIT 1) e
    WHERE t.card_id = c.id AND t.posted_at >= ${startOf(query.start, query)} AND t.posted_at < ${midnightAfter(query.end, query)}
      AND t.id <= ${query.lastTransactionId} AND u.kind IN ('purchase', 'fee')
  ) s
  WHERE c.campaign_id = ${campaign.id} AND c.id > ${after} AND c.id <= ${upTo} AND s.lines > 0`

const toReportRow = (row: SpendRow, { campaign }: CardWindow): ReportRow => ({
  CAMPAIGN: campaign.name,
  TRACKINGNUMBER: row.tracking_number,
  CARDNUMBER: row.pan_masked,
  CUSTOMERREFERENCE: row.customer_reference,
  PURCHASES: row.purchases,
  SPENT: row.spent_cents,
  FEES: row.fee_cents,
  LASTSPENT: row.last_spent,
})
