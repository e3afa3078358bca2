// The cards that had a negative balance at the end of a day, for each day.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { balanceBefore, MAX_DELAY } from './balances.ts'
import { inCampaigns } from './campaigns.ts'
import { BEFORE_FIRST_CARD } from './card-windows.ts'
import { midnightAfter } from './days.ts'

interface Position {
  readonly day: CalendarDate
  /** The last processed card of the day. */
  readonly card: number
}

interface NegativeRow {
  readonly id: number
  readonly campaign: string
  readonly tracking_number: string
  readonly pan_masked: string
  readonly name: string
  readonly cents: number
}

export const negativeBalance: ReportSource = {
  async count(db, query) {
    let count = 0
    for (let day = query.start; day <= query.end; day = addDays(day, 1)) {
      const { rows } = await withIndexLookupsOnly(db, (trx) =>
        sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${cardsBelowZero(query, day)}`.execute(trx),
      )
      count += rows[0]?.count ?? 0
    }
    return count
  },
  async read(db, query, after, limit) {
    const position = (after as Position | undefined) ?? { day: query.start, card: BEFORE_FIRST_CARD }
    const found: ReportRow[] = []
    for (let day = position.day; day <= query.end; day = addDays(day, 1)) {
      const lastReturnedCard = day === position.day ? position.card : BEFORE_FIRST_CARD
      const remaining = limit - found.length
      const { rows } = await withIndexLookupsOnly(db, (trx) =>
        sql<NegativeRow>`
          SELECT c.id, p.name AS campaign, c.tracking_number, c.pan_masked, c.name, balance.cents
          FROM ${cardsBelowZero(query, day)} AND c.id > ${lastReturnedCard}
          ORDER BY c.id LIMIT ${remaining}`.execute(trx),
      )
      for (const row of rows) found.push(toReportRow(row, day))
      const last = rows.at(-1)
      if (last && rows.length === remaining) return { rows: found, next: { day, card: last.id } satisfies Position }
    }
    return { rows: found, next: undefined }
  },
}

/**
 * The tables and the condition of the query. Computes the balance only of the few accounts that can have been below
 * zero:
 * - Accounts with an entry whose stored balance is below zero.
 * - Accounts of cards with an event that happened by the end of the day and arrived later. The event changes the
 *   balance of the day, but its entry stores the later balance. So the balance of the day can have been below zero
 *   although no entry stores a balance below zero.
 */
const cardsBelowZero = (query: ReportQuery, day: CalendarDate): RawBuilder<unknown> => sql`
  (
    SELECT account_id FROM ledger_entry
    WHERE balance_after < 0 AND transaction_id <= ${query.lastTransactionId} GROUP BY account_id
    UNION
    -- Events that arrived late.
    SELECT a.id FROM (
      SELECT DISTINCT card_id FROM feed_event
      WHERE owner_id = ${query.ownerId} AND transaction_id IS NOT NULL AND at < ${midnightAfter(day, query)}
        AND at >= ${midnightAfter(day, query)} - ${MAX_DELAY} AND received_at >= ${midnightAfter(day, query)}
    ) late
    CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = late.card_id LIMIT 1) a
  ) candidate
  -- Only the accounts of cards: the float account is always below zero.
  CROSS JOIN LATERAL (SELECT card_id FROM account WHERE id = candidate.account_id AND card_id IS NOT NULL LIMIT 1) a
  CROSS JOIN LATERAL (
    SELECT id, owner_id, campaign_id, tracking_number, pan_masked, name FROM card WHERE id = a.card_id LIMIT 1
  ) c
  CROSS JOIN LATERAL (SELECT name FROM campaign WHERE id = c.campaign_id LIMIT 1) p
  CROSS JOIN ${balanceBefore(sql`candidate.account_id`, midnightAfter(day, query), query)} balance
  WHERE c.owner_id = ${query.ownerId} AND ${inCampaigns(query, sql`c.campaign_id`)} AND balance.cents < 0`

const toReportRow = (row: NegativeRow, day: CalendarDate): ReportRow => ({
  DATE: day,
  CAMPAIGN: row.campaign,
  TRACKINGNUMBER: row.tracking_number,
  CARDNUMBER: row.pan_masked,
  NAME: row.name,
  BALANCE: row.cents,
})
