// The balance, available funds and status of each card at the end of a day.
import { sql } from 'kysely'
import { cardStatuses, cardToStatus } from '#domain/cards/status.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { balanceBefore } from './balances.ts'
import { findReportCampaigns, type ReportCampaign } from './campaigns.ts'
import { BEFORE_FIRST_CARD, type CardPosition, cardWindows } from './card-windows.ts'
import { endOf, midnightAfter } from './days.ts'

/** The last returned card, and its item number. */
interface Position extends CardPosition {
  readonly item: number
}

export const cardBalance: ReportSource = {
  async count(db, query) {
    let count = 0
    for await (const { campaign, after, upTo } of cardWindows(db, query, { maxCards: CARDS_PER_COUNT })) {
      const { rows } = await withIndexLookupsOnly(db, (trx) =>
        sql<{ count: number }>`
          SELECT count(*)::integer AS count FROM card c
          WHERE c.campaign_id = ${campaign.id} AND c.id > ${after} AND c.id <= ${upTo} AND c.issued_at < ${endOf(query.end, query)}
        `.execute(trx),
      )
      count += rows[0]?.count ?? 0
    }
    return count
  },
  async read(db, query, after, limit) {
    const from = after as Position | undefined
    const campaigns = await findReportCampaigns(db, query)
    const firstIndex = from ? campaigns.findIndex(({ id }) => id === from.campaign) : 0
    const found: ReportRow[] = []
    let item = from?.item ?? 0
    for (const campaign of campaigns.slice(firstIndex)) {
      const remaining = limit - found.length
      const lastReturnedCard = campaign.id === from?.campaign ? from.card : BEFORE_FIRST_CARD
      const cards = await readCards(db, query, campaign, { after: lastReturnedCard, limit: remaining })
      for (const card of cards) {
        item += 1
        found.push(toReportRow(card, campaign, item, query.end))
      }
      const last = cards.at(-1)
      if (last && cards.length === remaining)
        return { rows: found, next: { campaign: campaign.id, card: last.id, item } satisfies Position }
    }
    return { rows: found, next: undefined }
  },
}

/** How many cards a statement counts. More than a statement reads, because counting needs no balances. */
const CARDS_PER_COUNT = 20_000

interface CardRow {
  readonly id: number
  readonly tracking_number: string
  readonly pan_masked: string
  readonly customer_reference: string
  readonly name: string
  readonly expires_on: CalendarDate
  readonly activated: boolean
  readonly stopped: boolean
  readonly retired: boolean
  readonly cents: number
  readonly held_cents: number
}

async function readCards(
  db: Db,
  query: ReportQuery,
  { id: campaignId }: ReportCampaign,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly CardRow[]> {
  const midnight = midnightAfter(query.end, query)
  const end = endOf(query.end, query)
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<CardRow>`
      SELECT c.id, c.tracking_number, c.pan_masked, c.customer_reference, c.name, c.expires_on,
             coalesce(c.activated_at < ${midnight}, false) AS activated, coalesce(c.retired_at < ${midnight}, false) AS retired,
             at_end.stopped, balance.cents, open.held_cents
      FROM (
        SELECT * FROM card WHERE campaign_id = ${campaignId} AND id > ${after} AND issued_at < ${end} ORDER BY id LIMIT ${limit}
      ) c
      CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = c.id LIMIT 1) a
      CROSS JOIN ${balanceBefore(sql`a.id`, midnight, query)} balance
      -- The held funds at the end of the day: authorisations that are still open, or were released later.
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS held_cents FROM card_authorisation
        WHERE card_id = c.id AND authorised_at < ${end} AND (released_at IS NULL OR released_at >= ${end})
      ) open
      -- Whether the card was stopped at the end of the day. With a later event: true if the event is 'unstopped'.
      -- Without a later event: true if the card is stopped now and was stopped before the end of the day.
      CROSS JOIN LATERAL (
        SELECT coalesce((
          SELECT v.kind = 'unstopped' FROM card_event v
          WHERE v.card_id = c.id AND v.at >= ${midnight} AND v.kind IN ('stopped', 'unstopped')
          -- A card that is stopped and unstopped at the same moment is stopped (feed/apply-other.ts).
          ORDER BY v.at, v.kind DESC, v.id LIMIT 1
        ), c.stopped_at < ${midnight}, false) AS stopped
      ) at_end
      ORDER BY c.id`.execute(trx),
  )
  return rows
}

const toReportRow = (card: CardRow, campaign: ReportCampaign, item: number, day: CalendarDate): ReportRow => ({
  ITEM: item,
  CAMPAIGN: campaign.name,
  TRACKINGNUMBER: card.tracking_number,
  CARDNUMBER: card.pan_masked,
  CUSTOMERREFERENCE: card.customer_reference,
  NAME: card.name,
  STATUS: cardStatuses[cardToStatus({ ...card, expiry: card.expires_on }, day)].label,
  EXPIRES: card.expires_on,
  BALANCE: card.cents,
  AVAILABLE: card.cents - card.held_cents,
})
