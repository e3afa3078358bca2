// Cards that have expired, with the balance left at the midnight after their last day: one by one, and by month and campaign. Also
// cards that will expire, with their balance now.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { byKeys } from '#server/ledger/rules.ts'
import type { ReportAsk, ReportRow, ReportSource } from '../source.ts'
import { heldBefore } from './balances.ts'
import { campaignsOf, inCampaigns } from './campaigns.ts'
import { todayOf } from './days.ts'

/** The last card that is done, by its last valid day and its id. */
interface Place {
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
  async count(db, ask) {
    const { rows } = await byKeys(db, (trx) =>
      sql<{ count: number }>`SELECT count(*)::integer AS count FROM card c WHERE ${expiredIn(ask)}`.execute(trx),
    )
    return rows[0]?.count ?? 0
  },
  async read(db, ask, after, limit) {
    const cards = await cardsAfter(db, ask, expiredIn, after as Place | undefined, limit)
    return { rows: cards.map(rowOf), next: placeAfter(cards, limit) }
  },
}

/** A condition on the card c. */
type WhichCards = (ask: ReportAsk) => RawBuilder<unknown>

/** A card is valid through its last day: one that ends today has not expired. */
function expiredIn(ask: ReportAsk) {
  const yesterday = addDays(todayOf(ask), -1)
  const end = ask.end > yesterday ? yesterday : ask.end
  return sql`c.owner_id = ${ask.ownerId} AND c.expires_on >= ${ask.start}::date AND c.expires_on <= ${end}::date
    ${inCampaigns(ask, sql`c.campaign_id`)}`
}

/** Cards that are still valid; retired cards are left out, since nothing can be left on them. */
function expiringIn(ask: ReportAsk) {
  const today = todayOf(ask)
  const start = ask.start < today ? today : ask.start
  return sql`c.owner_id = ${ask.ownerId} AND c.expires_on >= ${start}::date AND c.expires_on <= ${ask.end}::date
    AND c.retired_at IS NULL ${inCampaigns(ask, sql`c.campaign_id`)}`
}

async function cardsAfter(
  db: Db,
  ask: ReportAsk,
  which: WhichCards,
  after: Place | undefined,
  limit: number,
): Promise<readonly ExpiredRow[]> {
  const beyond = after ? sql`AND (c.expires_on, c.id) > (${after.day}::date, ${after.card}::bigint)` : sql``
  const midnight = sql<Date>`((c.expires_on + 1)::timestamp AT TIME ZONE ${ask.timeZone})`
  const { rows } = await byKeys(db, (trx) =>
    sql<ExpiredRow>`
      SELECT c.id, c.campaign_id, p.name AS campaign, c.expires_on, c.tracking_number, c.pan_masked, c.customer_reference, c.name,
             h.cents
      FROM (SELECT * FROM card c WHERE ${which(ask)} ${beyond} ORDER BY c.expires_on, c.id LIMIT ${limit}) c
      CROSS JOIN LATERAL (SELECT name FROM campaign WHERE id = c.campaign_id LIMIT 1) p
      CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = c.id LIMIT 1) a
      CROSS JOIN ${heldBefore(sql`a.id`, midnight, ask)} h
      ORDER BY c.expires_on, c.id`.execute(trx),
  )
  return rows
}

function placeAfter(cards: readonly ExpiredRow[], limit: number): Place | undefined {
  const last = cards.at(-1)
  return last && cards.length === limit ? { day: last.expires_on, card: last.id } : undefined
}

const rowOf = (card: ExpiredRow): ReportRow => ({
  EXPIRED: card.expires_on,
  CAMPAIGN: card.campaign,
  TRACKINGNUMBER: card.tracking_number,
  CARDNUMBER: card.pan_masked,
  CUSTOMERREFERENCE: card.customer_reference,
  NAME: card.name,
  BALANCE: card.cents,
})

const CARDS_PER_CHUNK = 1_000

export const expiredCardsSummary: ReportSource = byMonth(expiredIn)
export const expiringBalances: ReportSource = byMonth(expiringIn)

/** A few rows for each month, so every read makes all of them, from chunks of cards. */
function byMonth(which: WhichCards): ReportSource {
  return {
    count: async (db, ask) => (await monthsOf(db, ask, which)).length,
    read: async (db, ask, after, limit) => {
      const rows = await monthsOf(db, ask, which)
      const from = (after as number | undefined) ?? 0
      const next = from + limit
      return { rows: rows.slice(from, next), next: next < rows.length ? next : undefined }
    },
  }
}

async function monthsOf(db: Db, ask: ReportAsk, which: WhichCards): Promise<readonly ReportRow[]> {
  const campaigns = await campaignsOf(db, ask)
  const sums = new Map<string, { month: string; campaign: number; cards: number; cents: number }>()
  const { statementSize: size = CARDS_PER_CHUNK } = ask
  let place: Place | undefined
  do {
    const cards = await cardsAfter(db, ask, which, place, size)
    for (const card of cards) {
      const [month, campaign] = [card.expires_on.slice(0, 7), card.campaign_id]
      const sum = sums.get(`${month} ${campaign}`) ?? { month, campaign, cards: 0, cents: 0 }
      sums.set(`${month} ${campaign}`, { ...sum, cards: sum.cards + 1, cents: sum.cents + card.cents })
    }
    place = placeAfter(cards, size)
  } while (place)
  const months = [...new Set([...sums.values()].map(({ month }) => month))].sort()
  return months.flatMap((month) =>
    campaigns.flatMap(({ id, name }) => {
      const sum = sums.get(`${month} ${id}`)
      return sum ? [{ MONTH: month, CAMPAIGN: name, CARDS: sum.cards, BALANCE: sum.cents }] : []
    }),
  )
}
