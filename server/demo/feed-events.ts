// The use of the demo cards in the last month, as events that a card processor would send. With them, the demo
// programme shows what the feed does. There are three kinds: the end of each card's history, the simulator's payments
// on some cards, and offline purchases that have overdrawn stolen cards.
import type { FeedEvent } from '#contract/feed.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { MONTHLY_FEE } from './campaigns.ts'
import type { DemoCardRow } from './cards.ts'
import type { CardHistory, DemoEvent } from './history.ts'
import { createRandom } from './random.ts'
import { byTime, homeShops, simulate } from './simulate.ts'

/**
 * The number of days with events of the card processor. What happened before these days was imported, as when a
 * programme moves to the portal. Not 30 or more days, because the feed posts an event that is older than 30 days with
 * the time of its arrival (docs/rules/feed.md, "Money").
 */
export const FED_DAYS = 29
const SOURCE = 'demo-processor'
const EVENTS_PER_CALL = 5_000

/** One in this many purchases has no authorisation. */
export const UNAUTHORISED_EVERY = 47
/** One in this many active cards is simulated. */
const SIMULATED_EVERY = 5
/** More simulated cards would show nothing new. */
const MAX_SIMULATED_CARDS = 3_000
/** The funds of a simulated card. With less, most payments of the simulator would be declined. */
const MIN_SPENDABLE_CENTS = 10_000
/** The chance of a use on each day. */
const USE_CHANCE = 0.12
const SIMULATION_SEED = 1
const STOP_REASON = 1

/** The day of the last purchase with a stolen card: the day before the cards were stopped. */
const STOLEN_DAYS_AGO = 6
const STOLEN_REASON_ID = 2

/** Returns the time of a minute of a day, in UTC. `daysAgo`: whole days before today. */
export type ToInstant = (daysAgo: number, minute?: number) => Date

/** True for what the processor has sent, and false for what was imported or comes from batches. */
export const isFed = ({ kind, daysAgo }: Pick<DemoEvent, 'kind' | 'daysAgo'>): boolean =>
  daysAgo <= FED_DAYS && (kind === 'purchase' || kind === 'fee')

/** The events of one owner's cards, in order of time. `startOfToday` is midnight in the programme's time zone. */
export function eventsOfCards(
  cards: readonly CardHistory[],
  { currency, startOfToday, toInstant }: { currency: string; startOfToday: Date; toInstant: ToInstant },
): FeedEvent[] {
  const simulatedCards = cards.filter(isSimulated).slice(0, MAX_SIMULATED_CARDS)
  const simulated = simulate(
    simulatedCards.map(({ card, history }) => ({
      trackingNumber: card.trackingNumber,
      availableCents: history.balanceCents - history.heldCents,
    })),
    {
      seed: SIMULATION_SEED,
      currency,
      from: new Date(startOfToday.getTime() - FED_DAYS * DAY_MS),
      days: FED_DAYS,
      useChance: USE_CHANCE,
      stopReason: STOP_REASON,
    },
  )
  const events = cards.flatMap((cardHistory) => eventsOfHistory(cardHistory, currency, toInstant))
  return [...events, ...simulated].toSorted(byTime)
}

/** True for one in SIMULATED_EVERY active cards, if the simulator can use it and it has enough money for the month. */
function isSimulated({ card, history }: CardHistory): boolean {
  const isChosen = card.state === 'active' && card.index % SIMULATED_EVERY === 2
  // The balance of such a card stayed the same all month, so the simulator can start with it.
  const hasNoEventsInMonth = history.events.every(({ daysAgo }) => daysAgo > FED_DAYS)
  const hasEnough = history.balanceCents - history.heldCents >= MIN_SPENDABLE_CENTS
  return isChosen && hasNoEventsInMonth && hasEnough
}

/** The events of a card's history in the last month. */
function eventsOfHistory({ card, history }: CardHistory, currency: string, toInstant: ToInstant): FeedEvent[] {
  /** The fields that all events have. `name` identifies the event among the events of the card. */
  const toBase = (name: string, at: Date) => ({
    eventId: `demo-${card.index}-${name}`,
    at: at.toISOString(),
    trackingNumber: card.trackingNumber,
  })
  const payments = history.events.filter(isFed).flatMap((event, number): FeedEvent[] => {
    const { kind, daysAgo, minute, amountCents: amount, description, merchantId, authNumber } = event
    const at = toInstant(daysAgo, minute)
    if (kind === 'fee')
      return [{ kind, ...toBase(`f${number}`, at), amount, currency, feeType: MONTHLY_FEE, description }]
    const purchase = { amount, currency, merchant: description, merchantId, authNumber }
    const clearing = { kind: 'clearing', ...toBase(`c${number}`, at), ...purchase } as const
    /** Varies what happens, in place of a random number. */
    const variant = card.index + number
    if (variant % UNAUTHORISED_EVERY === 0) return [clearing]
    const authorisation = `demo-${card.index}-${number}`
    // From 4 to 60 hours before.
    const authorisedAt = new Date(at.getTime() - (4 + (variant % 57)) * HOUR_MS)
    return [
      { kind: 'authorisation', ...toBase(`a${number}`, authorisedAt), ...purchase, authorisation },
      { ...clearing, authorisation },
    ]
  })
  const declines = history.declinedPayments
    .filter(({ daysAgo }) => daysAgo <= FED_DAYS)
    .map(({ daysAgo, minute, amountCents: amount, reason, balanceCents: balance }, number): FeedEvent => ({
      kind: 'decline',
      ...toBase(`d${number}`, toInstant(daysAgo, minute)),
      amount,
      currency,
      merchant: HOTEL.merchant,
      merchantId: HOTEL.merchantId,
      code: reason.code,
      reason: reason.description,
      method: 'Purchase',
      manager: 'Card network',
      balance,
    }))
  const events = [...payments, ...declines]
  if (history.heldCents > 0) {
    events.push({
      kind: 'authorisation',
      ...toBase('h', toInstant(1 + (card.index % 9), card.index % 900)),
      amount: history.heldCents,
      currency,
      ...HOTEL,
      authorisation: `demo-${card.index}-h`,
      authNumber: String(100_000 + (card.index % 900_000)),
    })
  }
  // The thief's purchase spends the whole balance, so it happens only on a card without a held amount.
  const wasUsedByThief = isStolen(card) && history.heldCents === 0
  if (wasUsedByThief) events.push(toStolenUse({ card, history }, { currency, toInstant, toBase }))
  return events
}

const HOTEL = { merchant: 'Harbour View Hotel', merchantId: '900000000002', merchantCategory: '7011' } as const

/** An offset for the seeds, as explained in random.ts. */
const STOLEN_SEED_OFFSET = 17_000_023

type EventBase = Pick<FeedEvent, 'eventId' | 'at' | 'trackingNumber'>

interface StolenUseContext {
  readonly currency: string
  readonly toInstant: ToInstant
  readonly toBase: (name: string, at: Date) => EventBase
}

/** The offline purchase, without an authorisation, that has overdrawn a stolen card. */
function toStolenUse({ card, history }: CardHistory, { currency, toInstant, toBase }: StolenUseContext): FeedEvent {
  const random = createRandom(card.index + STOLEN_SEED_OFFSET)
  const at = toInstant(STOLEN_DAYS_AGO, random.integer(400, 900))
  const amount = history.balanceCents + random.integer(1_500, 9_000)
  const { merchant, merchantId, merchantCategory } = random.pick(homeShops)
  return { kind: 'clearing', ...toBase('s', at), amount, currency, merchant, merchantId, merchantCategory }
}

const isStolen = ({ state, stopReasonId }: DemoCardRow): boolean =>
  state === 'stopped' && stopReasonId === STOLEN_REASON_ID

/** Feeds the events of an owner that happened in a range of time. `until` is not part of the range. */
export async function feedRange(
  db: Db,
  { ownerId, events }: { readonly ownerId: number; readonly events: readonly FeedEvent[] },
  range: { readonly from: Date; readonly until: Date },
): Promise<void> {
  const from = range.from.toISOString()
  const until = range.until.toISOString()
  const eventsInRange = events.filter(({ at }) => at >= from && at < until)
  for (let start = 0; start < eventsInRange.length; start += EVENTS_PER_CALL)
    await feed(db, ownerId, eventsInRange.slice(start, start + EVENTS_PER_CALL))
}

/** Feeds the events as if the server had received them a minute after the last of them happened. */
async function feed(db: Db, ownerId: number, events: readonly FeedEvent[]): Promise<void> {
  const receivedAt = new Date(Date.parse(events.at(-1)?.at ?? '') + MINUTE_MS)
  await db.transaction().execute(async (trx) => {
    await ingest(trx, await toFeedTarget(trx, ownerId, SOURCE, receivedAt), events)
  })
}
