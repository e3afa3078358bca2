// The daily control: for each day and campaign, compares the card processor's count and sum with the ledger's. Also
// lists the events behind a difference. Rules: docs/rules/feed.md, "Daily control".
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { FeedTotal } from '#contract/feed.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate, MAX_SEARCH_DAYS, startOfDay } from '#domain/dates.ts'
import { type FeedEventType, type FeedFault, feedTypes } from '#domain/feed/event-types.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { type Db, type Handler, refuse, type Refusal } from '#server/operations/context.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import type { FeedTarget } from './target.ts'

/** The kinds of events that can move money. */
const moneyTypes = Object.entries(feedTypes)
  .filter(([, { money }]) => money !== 'none')
  .map(([kind]) => kind)
/** The maximum number of totals or events in a list. A day has fewer, unless something is very wrong. */
const MAX_ROWS = 500
/**
 * The events of a day can arrive this many days late. So the totals of recent days are compared again, even if they are
 * equal.
 */
const RECENT_DAYS = 3

/** The time zone in which the days of a programme are counted. */
interface Zone {
  readonly timeZone: string
}

const dayToInstants = (day: CalendarDate, { timeZone }: Zone) => ({
  from: new Date(startOfDay(day, timeZone)),
  to: new Date(startOfDay(addDays(day, 1), timeZone)),
})

/**
 * Stores the totals, and returns the ledger's figures in the order of the totals. Refused if a total cannot be stored.
 */
export async function storeTotals(
  trx: Db,
  target: FeedTarget,
  zone: Zone,
  totals: readonly FeedTotal[],
): Promise<ComparedTotal[] | Refusal> {
  const campaigns = await trx
    .selectFrom('campaign')
    .select(['id', 'name'])
    .where('owner_id', '=', target.ownerId)
    .execute()
  // A total can name its campaign by name or by id.
  const idByNameOrId = new Map([
    ...campaigns.map(({ id, name }) => [name, id] as const),
    ...campaigns.map(({ id }) => [String(id), id] as const),
  ])
  const rows: { total: FeedTotal; campaignId: number }[] = []
  for (const [index, total] of totals.entries()) {
    const campaignId = idByNameOrId.get(total.campaign.trim())
    if (campaignId === undefined)
      return refuseParameter(`totals.${index}.campaign`, () => m.feed_noSuchCampaign({ campaign: total.campaign }))
    if (total.currency !== target.currency)
      return refuseParameter(`totals.${index}.currency`, () =>
        m.feed_currencyOfProgramme({ currency: target.currency }),
      )
    rows.push({ total, campaignId })
  }
  const daysAndCampaigns = new Set(rows.map(({ total, campaignId }) => `${total.day} ${campaignId}`))
  if (daysAndCampaigns.size < rows.length) return refuse(codes.refusedParameters, m.feed_totalTwice)
  // The newest totals count, because a processor can correct its totals.
  await sql`
    INSERT INTO feed_total (owner_id, source, day, campaign_id, events, amount_cents, received_at)
    SELECT ${target.ownerId}, ${target.source}, day, campaign_id, events, amount, ${target.receivedAt}
    FROM ${columnsToTable('s', {
      day: ['date', rows.map(({ total }) => total.day)],
      campaign_id: ['bigint', rows.map(({ campaignId }) => campaignId)],
      events: ['integer', rows.map(({ total }) => total.count)],
      amount: ['bigint', rows.map(({ total }) => total.sum)],
    })}
    ON CONFLICT (owner_id, day, campaign_id, source) DO UPDATE SET
      events = excluded.events, amount_cents = excluded.amount_cents, received_at = excluded.received_at`.execute(trx)
  await compareTotals(trx, target, zone, [...new Set(totals.map(({ day }) => day as CalendarDate))])
  const { rows: compared } = await sql<ComparedRow>`
    SELECT t.ledger_events, t.ledger_cents, t.differs
    FROM ${columnsToTable('s', {
      n: ['integer', rows.map((_, index) => index)],
      day: ['date', rows.map(({ total }) => total.day)],
      campaign_id: ['bigint', rows.map(({ campaignId }) => campaignId)],
    })}
    JOIN feed_total t ON t.owner_id = ${target.ownerId} AND t.source = ${target.source} AND t.day = s.day
      AND t.campaign_id = s.campaign_id
    ORDER BY s.n`.execute(trx)
  return totals.map(({ day, campaign }, index) => ({
    day,
    campaign,
    count: compared[index]?.ledger_events ?? 0,
    sum: compared[index]?.ledger_cents ?? 0,
    differs: compared[index]?.differs ?? true,
  }))
}

interface ComparedRow {
  readonly ledger_events: number
  readonly ledger_cents: number
  readonly differs: boolean
}
interface ComparedTotal {
  readonly day: string
  readonly campaign: string
  readonly count: number
  readonly sum: number
  readonly differs: boolean
}

/**
 * Counts what the ledger has posted for the events of these days (`posted`), and stores the figures beside the
 * processor's totals (`compared`). The sum comes from the entries of the card accounts, not from the events.
 */
async function compareTotals(
  db: Db,
  { ownerId, source, receivedAt }: Pick<FeedTarget, 'ownerId' | 'source' | 'receivedAt'>,
  zone: Zone,
  days: readonly CalendarDate[],
): Promise<void> {
  const instants = days.map((day) => dayToInstants(day, zone))
  await sql`
    WITH days AS MATERIALIZED (SELECT * FROM ${columnsToTable('s', {
      day: ['date', days],
      starts: ['timestamptz', instants.map(({ from }) => from)],
      ends: ['timestamptz', instants.map(({ to }) => to)],
    })}),
    posted AS (
      SELECT d.day, c.campaign_id, count(DISTINCT e.id)::integer AS events, -sum(n.amount_cents)::bigint AS amount
      FROM days d
      JOIN feed_event e ON e.owner_id = ${ownerId} AND e.source = ${source} AND e.at >= d.starts AND e.at < d.ends
        AND e.transaction_id IS NOT NULL
      JOIN card c ON c.id = e.card_id
      JOIN account a ON a.card_id = e.card_id
      JOIN ledger_entry n ON n.account_id = a.id AND n.transaction_id IN (e.transaction_id, e.fee_transaction_id)
      GROUP BY d.day, c.campaign_id
    ),
    compared AS (
      SELECT k.day, k.campaign_id, coalesce(p.events, 0) AS events, coalesce(p.amount, 0) AS amount
      FROM feed_total k JOIN days d ON d.day = k.day
      LEFT JOIN posted p ON p.day = k.day AND p.campaign_id = k.campaign_id
      WHERE k.owner_id = ${ownerId} AND k.source = ${source}
    )
    UPDATE feed_total t SET ledger_events = c.events, ledger_cents = c.amount, checked_at = ${receivedAt},
      -- NULL as soon as the difference is gone, so that a new difference is reported again.
      warned_at = CASE WHEN (c.events, c.amount) <> (t.events, t.amount_cents) THEN t.warned_at END
    FROM compared c
    WHERE t.owner_id = ${ownerId} AND t.source = ${source} AND t.day = c.day AND t.campaign_id = c.campaign_id`.execute(
    db,
  )
}

/** Compares the totals of the last days again, and older totals that differ. */
export async function compareRecentTotals(
  db: Db,
  { ownerId, now, timeZone }: { readonly ownerId: number; readonly now: number; readonly timeZone: string },
): Promise<void> {
  const recent = addDays(instantToDate(now, timeZone), -RECENT_DAYS)
  const { rows } = await sql<{ source: string; days: CalendarDate[] }>`
    SELECT source, array_agg(DISTINCT day::text) AS days FROM feed_total
    WHERE owner_id = ${ownerId} AND (day >= ${recent}::date OR differs) GROUP BY source`.execute(db)
  for (const { source, days } of rows)
    await compareTotals(db, { ownerId, source, receivedAt: new Date(now) }, { timeZone }, days)
}

interface TotalRow {
  readonly source: string
  readonly day: CalendarDate
  readonly campaign_id: number
  readonly campaign: string
  readonly currency: string
  readonly events: number
  readonly amount_cents: number
  readonly ledger_events: number
  readonly ledger_cents: number
  readonly differs: boolean
  readonly received_at: Date
}

/** With the status 'different', the totals of any day that differ. Otherwise the totals of recent days. */
export const feedDays: Handler<'feedDays'> = async ({ db, viewer, client, now }, { status }) => {
  const since = addDays(instantToDate(now(), client.timeZone), -MAX_SEARCH_DAYS)
  const dayCondition = status === 'different' ? sql`t.differs` : sql`t.day >= ${since}::date`
  const { rows } = await sql<TotalRow>`
    SELECT t.source, t.day::text AS day, t.campaign_id, c.name AS campaign, c.currency, t.events, t.amount_cents, t.ledger_events,
           t.ledger_cents, t.differs, t.received_at
    FROM feed_total t JOIN campaign c ON c.id = t.campaign_id
    WHERE t.owner_id = ${viewer.ownerId} AND ${dayCondition} AND ${campaignCondition(viewer)}
    ORDER BY t.differs DESC, t.day DESC, c.name, t.source LIMIT ${MAX_ROWS}`.execute(db)
  return {
    days: rows.map((row) => ({
      source: row.source,
      day: row.day,
      campaignId: String(row.campaign_id),
      campaignName: row.campaign,
      currency: row.currency,
      count: row.events,
      sum: moneyToApi(row.amount_cents),
      ledgerCount: row.ledger_events,
      ledgerSum: moneyToApi(row.ledger_cents),
      differs: row.differs,
      receivedAt: row.received_at.toISOString(),
    })),
  }
}

const campaignCondition = ({ campaignIds }: Scope) =>
  campaignIds === undefined ? sql`true` : sql`t.campaign_id = ANY (${[...campaignIds]}::bigint[])`

interface DayEventRow {
  readonly event_id: string
  readonly kind: FeedEventType
  readonly at: Date
  readonly received_at: Date
  readonly tracking_number: string
  readonly card_id: number | null
  readonly amount_cents: number | null
  readonly posted_cents: number | null
  readonly fault: FeedFault | null
  readonly exception_id: number | null
  readonly total: number
}

/**
 * The events behind the totals of a day and campaign: the events that can move money. Events that were not posted come
 * first. An event of an unknown card can belong to any campaign, so the event is listed for each campaign.
 */
export const feedDayEvents: Handler<'feedDayEvents'> = async ({ db, viewer, client }, { source, day, campaignId }) => {
  const { from, to } = dayToInstants(day as CalendarDate, client)
  const { rows } = await sql<DayEventRow>`
    SELECT e.event_id, e.kind, e.at, e.received_at, e.content->>'trackingNumber' AS tracking_number, e.card_id, e.amount_cents,
           (SELECT -sum(n.amount_cents)::bigint FROM ledger_entry n JOIN account a ON a.id = n.account_id
            WHERE a.card_id = e.card_id AND n.transaction_id IN (e.transaction_id, e.fee_transaction_id)) AS posted_cents,
           x.fault, x.id AS exception_id, count(*) OVER ()::integer AS total
    FROM feed_event e
    LEFT JOIN card c ON c.id = e.card_id
    LEFT JOIN feed_exception x ON x.feed_event_id = e.id AND x.resolved_at IS NULL
    WHERE e.owner_id = ${viewer.ownerId} AND e.source = ${source} AND e.at >= ${from} AND e.at < ${to}
      AND e.kind = ANY (${moneyTypes}::text[])
      AND (c.id IS NULL OR (c.campaign_id = ${Number(campaignId)} AND ${inScope(viewer, 'c')}))
    ORDER BY e.transaction_id IS NOT NULL, e.at, e.id LIMIT ${MAX_ROWS}`.execute(db)
  return {
    events: rows.map((row) => ({
      eventId: row.event_id,
      kind: row.kind,
      at: row.at.toISOString(),
      receivedAt: row.received_at.toISOString(),
      trackingNumber: row.tracking_number,
      voucherID: row.card_id === null ? null : String(row.card_id),
      amount: row.amount_cents === null ? null : moneyToApi(row.amount_cents),
      posted: row.posted_cents === null ? null : moneyToApi(row.posted_cents),
      fault: row.fault,
      exceptionId: row.exception_id === null ? null : String(row.exception_id),
    })),
    total: rows[0]?.total ?? 0,
  }
}
