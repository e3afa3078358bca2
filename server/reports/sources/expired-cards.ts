// Reports about the expiry of cards:
// - expired cards, one by one, each with its balance at the midnight after its last day
// - expired cards, by month and campaign, with the sum of these balances
// - cards that will expire, by month and campaign, with the sum of their balances today
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { balanceBefore } from './balances.ts'
import { findReportCampaigns, inCampaigns } from './campaigns.ts'
import { todayOf } from './days.ts'

/** The last processed card, in the order of last valid day and id. */
interface Position {
  /** The last day on which the card was valid. */
  readonly day: CalendarDate
  readonly card: number
}

interface ExpiredRow {
  readonly id: number
  readonly campaign_id: number
  readonly campaign: string
  readonly expires_on: CalendarDate
  readonly tracking_number: string
  readonly pan_masked: string
  readonly customer_reference: string
  readonly name: string
  readonly cents: number
}

export const expiredCards: ReportSource = {
  async count(db, query) {
    const { rows } = await withIndexLookupsOnly(db, (trx) =>
      sql<{ count: number }>`SELECT count(*)::integer AS count FROM card c WHERE ${expiredIn(query)}`.execute(trx),
    )
    return rows[0]?.count ?? 0
  },
  async read(db, query, after, limit) {
    const cards = await readCardsAfter(db, query, { condition: expiredIn, after: after as Position | undefined, limit })
    return { rows: cards.map(toReportRow), next: positionAfter(cards, limit) }
  },
}

/** An SQL condition on the table alias `c`, a card. */
type CardCondition = (query: ReportQuery) => RawBuilder<unknown>

/**
 * True for the cards that expired on the query's days. A card is valid through its last day, so a card whose last day
 * is today has not expired.
 */
function expiredIn(query: ReportQuery) {
  const yesterday = addDays(todayOf(query), -1)
  const end = query.end > yesterday ? yesterday : query.end
  return sql`c.owner_id = ${query.ownerId} AND c.expires_on >= ${query.start}::date AND c.expires_on <= ${end}::date
    AND ${inCampaigns(query, sql`c.campaign_id`)}`
}

/** True for the valid cards that will expire on the query's days. False for retired cards, which have no balance. */
function expiringIn(query: ReportQuery) {
  const today = todayOf(query)
  const start = query.start < today ? today : query.start
  return sql`c.owner_id = ${query.ownerId} AND c.expires_on >= ${start}::date AND c.expires_on <= ${query.end}::date
    AND c.retired_at IS NULL AND ${inCampaigns(query, sql`c.campaign_id`)}`
}

interface CardsToRead {
  readonly condition: CardCondition
  /** Undefined for the first cards. */
  readonly after: Position | undefined
  readonly limit: number
}

/** The next cards after the position, ordered by last valid day and id. */
async function readCardsAfter(
  db: Db,
  query: ReportQuery,
  { condition, after, limit }: CardsToRead,
): Promise<readonly ExpiredRow[]> {
  const isAfterPositionSql = after ? sql`(c.expires_on, c.id) > (${after.day}::date, ${after.card}::bigint)` : sql`true`
  const midnight = sql<Date>`((chunk.expires_on + 1)::timestamp AT TIME ZONE ${query.timeZone})`
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<ExpiredRow>`
      SELECT chunk.id, chunk.campaign_id, p.name AS campaign, chunk.expires_on, chunk.tracking_number, chunk.pan_masked,
             chunk.customer_reference, chunk.name, balance.cents
      FROM (
        SELECT * FROM card c WHERE ${condition(query)} AND ${isAfterPositionSql}
        ORDER BY c.expires_on, c.id LIMIT ${limit}
      ) chunk
      -- LATERAL with LIMIT 1 keeps the order of the joins, so that campaigns and accounts are looked up by key.
      CROSS JOIN LATERAL (SELECT name FROM campaign WHERE id = chunk.campaign_id LIMIT 1) p
      CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = chunk.id LIMIT 1) a
      CROSS JOIN ${balanceBefore(sql`a.id`, midnight, query)} balance
      ORDER BY chunk.expires_on, chunk.id`.execute(trx),
  )
  return rows
}

/** The position after these cards. Undefined if no cards follow, because fewer than `limit` were found. */
function positionAfter(cards: readonly ExpiredRow[], limit: number): Position | undefined {
  const last = cards.at(-1)
  if (!last || cards.length < limit) return undefined
  return { day: last.expires_on, card: last.id }
}

const toReportRow = (card: ExpiredRow): ReportRow => ({
  EXPIRED: card.expires_on,
  CAMPAIGN: card.campaign,
  TRACKINGNUMBER: card.tracking_number,
  CARDNUMBER: card.pan_masked,
  CUSTOMERREFERENCE: card.customer_reference,
  NAME: card.name,
  BALANCE: card.cents,
})

/** How many cards one query of `sumByMonth` reads. */
const CARDS_PER_CHUNK = 1_000

export const expiredCardsSummary: ReportSource = monthlyReport(expiredIn)
export const expiringBalances: ReportSource = monthlyReport(expiringIn)

/**
 * A report of sums by month and campaign. It has only few rows, so every read computes all rows, from chunks of cards.
 */
function monthlyReport(condition: CardCondition): ReportSource {
  return {
    count: async (db, query) => (await sumByMonth(db, query, condition)).length,
    read: async (db, query, after, limit) => {
      const rows = await sumByMonth(db, query, condition)
      const start = (after as number | undefined) ?? 0
      const end = start + limit
      return { rows: rows.slice(start, end), next: end < rows.length ? end : undefined }
    },
  }
}

async function sumByMonth(db: Db, query: ReportQuery, condition: CardCondition): Promise<readonly ReportRow[]> {
  const campaigns = await findReportCampaigns(db, query)
  /** The sums of each month and campaign, by their key. */
  const sums = new Map<string, { cards: number; cents: number }>()
  const toKey = (month: string, campaignId: number) => `${month} ${campaignId}`
  const foundMonths = new Set<string>()
  const chunkSize = query.statementSize ?? CARDS_PER_CHUNK
  let position: Position | undefined
  do {
    const cards = await readCardsAfter(db, query, { condition, after: position, limit: chunkSize })
    for (const card of cards) {
      const month = card.expires_on.slice(0, 7)
      foundMonths.add(month)
      const key = toKey(month, card.campaign_id)
      const sum = sums.get(key) ?? { cards: 0, cents: 0 }
      sums.set(key, { cards: sum.cards + 1, cents: sum.cents + card.cents })
    }
    position = positionAfter(cards, chunkSize)
  } while (position)
  const rows: ReportRow[] = []
  for (const month of [...foundMonths].sort()) {
    for (const { id, name } of campaigns) {
      const sum = sums.get(toKey(month, id))
      if (sum) rows.push({ MONTH: month, CAMPAIGN: name, CARDS: sum.cards, BALANCE: sum.cents })
    }
  }
  return rows
}
