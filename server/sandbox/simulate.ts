// Simulates what happens to a card outside the portal: makes the events that a card processor would send, and applies
// them in the same way as the events of every processor. While the simulated processor is down, the events wait.
// Rules: docs/rules/sandbox.md, "Simulations".
import { randomUUID } from 'node:crypto'
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { type FeedEvent, MAX_FEED_EVENTS } from '#contract/feed.ts'
import { instantToDate } from '#domain/dates.ts'
import { paymentAmountRefusal } from '#domain/funding/payments.ts'
import { type DeclineCode, declineReferences, type SimulationType } from '#domain/sandbox/simulations.ts'
import { money } from '#server/audit/audit-fields.ts'
import type { Settings } from '#server/config/settings.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { toCents } from '#server/funding/amounts.ts'
import type { FeedTarget } from '#server/feed/target.ts'
import { type Db, type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber, checkParameter } from '#server/operations/refuse-parameter.ts'
import { inScope } from '#server/operations/scope.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { isDemo } from './demo.ts'
import { chargebackReason, declineReasons, usualMerchant } from './simulated-data.ts'

/** The name of the simulated processor in the feed. */
const SOURCE = 'simulator'

/** A clearing above its hold is this many percent above it, like a tip. */
const PERCENT_ABOVE_HOLD = 20

/** A tracking number that no card has. */
const UNKNOWN_CARD = '999999999999999'

export const sandboxState: Handler<'sandboxState'> = async ({ db, viewer, now, settings }) => {
  const simulator = await readSimulator(db, settings)
  if ('refusalCode' in simulator) return simulator
  const { isProcessorDown } = simulator
  const { currency } = await toFeedTarget(db, viewer.ownerId, SOURCE, new Date(now()))
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM sandbox_event`.execute(db)
  return { isProcessorDown, waitingEvents: rows[0]?.count ?? 0, currency }
}

export const simulateEvent: Handler<'simulateEvent'> = async (context, params) => {
  const { db, viewer, now, settings } = context
  const { type, trackingNumber, amount, reference } = params
  const simulator = await readSimulator(db, settings)
  if ('refusalCode' in simulator) return simulator
  const { isProcessorDown } = simulator
  const referenceRefusal = refuseCardNumber('reference', reference)
  if (referenceRefusal) return referenceRefusal
  if (amount !== undefined) {
    const amountRefusal = checkParameter('amount', () => paymentAmountRefusal(amount))
    if (amountRefusal) return amountRefusal
  }
  const card = await readCard(context, trackingNumber)
  if (!card) return refuse(codes.notFound, m.common_noCardWithTrackingNumber)
  const target = await toFeedTarget(db, viewer.ownerId, SOURCE, new Date(now()))
  // The simulations that use the amount require it. The others have none.
  const amountCents = amount === undefined ? 0 : toCents(amount)
  const simulated = await makeEvents(db, {
    target,
    card,
    trackingNumber,
    type,
    amountCents,
    reference: reference.trim(),
  })
  if ('refusalCode' in simulated) return simulated
  const { declineCode } = simulated
  const sendsOtherContent = reference === 'fails-content'
  const events = sendsOtherContent ? withOtherContent(simulated.events) : simulated.events
  context.setSubject('card', card.id)
  context.recordValues({
    events: events.map(({ kind }) => kind),
    merchantName: reference.trim(),
    ...(amount !== undefined && { amount: money(amountCents, target.currency) }),
  })
  if (isProcessorDown) await keepForLater(db, events)
  else await ingest(db, target, events)
  const isListed = !isProcessorDown && (await hasOpenExceptions(db, target, events))
  context.afterCommit(() => context.jobs.wake())
  const cardAfterwards = await readCard(context, trackingNumber)
  return {
    outcome: toOutcome({ isProcessorDown, isListed, isDeclined: declineCode !== undefined }),
    ...(declineCode && { code: declineCode }),
    available: moneyToApi(cardAfterwards?.availableCents ?? 0),
  }
}

interface Outcome {
  readonly isProcessorDown: boolean
  /** True if an event could not be applied, so that it is in the list of unapplied events. */
  readonly isListed: boolean
  readonly isDeclined: boolean
}

function toOutcome({ isProcessorDown, isListed, isDeclined }: Outcome): 'waiting' | 'listed' | 'declined' | 'applied' {
  if (isProcessorDown) return 'waiting'
  if (isListed) return 'listed'
  return isDeclined ? 'declined' : 'applied'
}

export const setProcessor: Handler<'setProcessor'> = async (context, { isDown }) => {
  const { db, viewer, now } = context
  if ((await readProcessor(db)) === undefined) return refuse(codes.refusedState, m.sandbox_noOutage)
  await db.updateTable('sandbox').set({ processor_down: isDown }).execute()
  context.recordValues({ processorDown: isDown })
  if (isDown) return { sent: 0 }
  const { rows } = await sql<{ content: FeedEvent }>`
    WITH waiting AS (DELETE FROM sandbox_event RETURNING id, content) SELECT content FROM waiting ORDER BY id`.execute(
    db,
  )
  const waitingEvents = rows.map(({ content }) => content)
  const target = await toFeedTarget(db, viewer.ownerId, SOURCE, new Date(now()))
  for (let from = 0; from < waitingEvents.length; from += MAX_FEED_EVENTS)
    await ingest(db, target, waitingEvents.slice(from, from + MAX_FEED_EVENTS))
  context.afterCommit(() => context.jobs.wake())
  return { sent: waitingEvents.length }
}

/** Refused in a programme without a simulator. In the demo programme, the simulated processor is never down. */
async function readSimulator(db: Db, settings: Settings): Promise<{ readonly isProcessorDown: boolean } | Refusal> {
  const isProcessorDown = await readProcessor(db)
  if (isProcessorDown !== undefined) return { isProcessorDown }
  if (await isDemo(db, settings)) return { isProcessorDown: false }
  return refuse(codes.refusedState, m.sandbox_noSimulation)
}

/**
 * True if the processor of the sandbox is down. Undefined outside a sandbox. Locks this state, so that no event starts to
 * wait just after the processor has started to work again.
 */
async function readProcessor(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ processor_down: boolean }>`SELECT processor_down FROM sandbox FOR SHARE`.execute(db)
  return rows[0]?.processor_down
}

/** The card as the simulated processor knows it. */
interface SimulatedCard {
  readonly id: number
  readonly isActive: boolean
  readonly isExpired: boolean
  /** The amount that the card can spend. */
  readonly availableCents: number
}

async function readCard(
  { db, viewer, now, client }: SessionContext,
  trackingNumber: string,
): Promise<SimulatedCard | undefined> {
  const today = instantToDate(now(), client.timeZone)
  const { rows } = await sql<SimulatedCard>`
    SELECT c.id, a.balance_cents - a.held_cents AS "availableCents", c.expires_on < ${today}::date AS "isExpired",
      c.activated_at IS NOT NULL AND c.stopped_at IS NULL AND c.retired_at IS NULL AS "isActive"
    FROM card c JOIN account a ON a.card_id = c.id
    WHERE c.tracking_number = ${trackingNumber} AND ${inScope(viewer, 'c')}`.execute(db)
  return rows[0]
}

interface SimulatedAct {
  readonly target: FeedTarget
  readonly card: SimulatedCard
  readonly trackingNumber: string
  readonly type: SimulationType
  readonly amountCents: number
  readonly reference: string
}

interface SimulatedEvents {
  readonly events: readonly FeedEvent[]
  /** Why the processor declines the payment. Undefined if the payment is not declined. */
  readonly declineCode?: DeclineCode
}

async function makeEvents(db: Db, act: SimulatedAct): Promise<SimulatedEvents | Refusal> {
  const { target, type, amountCents: amount, reference } = act
  const currency = reference === 'fails-currency' ? otherCurrency(target.currency) : target.currency
  const newBase = () => ({
    eventId: randomUUID(),
    at: target.receivedAt.toISOString(),
    trackingNumber: reference === 'fails-unknown-card' ? UNKNOWN_CARD : act.trackingNumber,
  })
  const merchantFields = { ...usualMerchant, ...(reference !== '' && { merchant: reference }) }
  /** An authorisation, or a decline. With `clearedAmount`, a clearing follows the authorisation. */
  const authorise = (clearedAmount?: number): SimulatedEvents => {
    const declineCode = findDeclineCode(act)
    if (declineCode) {
      const declineFields = {
        code: declineCode,
        reason: declineReasons[declineCode],
        method: 'Purchase',
        manager: 'Simulator',
      }
      return {
        events: [{ kind: 'decline', ...newBase(), ...merchantFields, amount, currency, ...declineFields }],
        declineCode,
      }
    }
    const numbers = { authorisation: randomUUID(), authNumber: randomUUID().slice(0, 6) }
    const authorisation = {
      kind: 'authorisation',
      ...newBase(),
      ...merchantFields,
      ...numbers,
      amount,
      currency,
    } as const
    if (clearedAmount === undefined) return { events: [authorisation] }
    const cleared = { amount: clearedAmount, currency }
    return { events: [authorisation, { kind: 'clearing', ...newBase(), ...merchantFields, ...numbers, ...cleared }] }
  }
  switch (type) {
    case 'purchase':
    case 'decline':
      return authorise(amount)
    case 'hold':
      return authorise()
    case 'aboveHold':
      return authorise(Math.round((amount * (100 + PERCENT_ABOVE_HOLD)) / 100))
    case 'offline':
      return { events: [{ kind: 'clearing', ...newBase(), ...merchantFields, amount, currency }] }
    case 'refund':
      return { events: [{ kind: 'refund', ...newBase(), ...merchantFields, amount, currency }] }
    case 'chargeback':
      return makeChargeback(db, act, newBase)
    case 'stop': {
      const { id } = await db.selectFrom('stop_reason').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
      return { events: [{ kind: 'cardStatus', ...newBase(), status: 'stopped', stopReason: id }] }
    }
    case 'unstop':
      return { events: [{ kind: 'cardStatus', ...newBase(), status: 'unstopped' }] }
  }
}

/** Why the processor declines an authorisation. Undefined if the authorisation is granted. */
function findDeclineCode({ type, card, amountCents, reference }: SimulatedAct): DeclineCode | undefined {
  const byReference = declineReferences[reference]
  if (byReference) return byReference
  if (type === 'decline') return '51'
  if (card.isExpired) return '54'
  if (!card.isActive) return '62'
  return amountCents > card.availableCents ? '51' : undefined
}

/** Repeats the last event with another amount, so that the repetition is refused. */
function withOtherContent(events: readonly FeedEvent[]): readonly FeedEvent[] {
  const last = events.at(-1)
  if (!last || !('amount' in last) || last.amount === undefined) return events
  return [...events, { ...last, amount: last.amount + 1 }]
}

async function makeChargeback(
  db: Db,
  { target, card, amountCents: amount, reference }: SimulatedAct,
  newBase: () => Pick<FeedEvent, 'eventId' | 'at' | 'trackingNumber'>,
): Promise<SimulatedEvents | Refusal> {
  const original = await db
    .selectFrom('feed_event')
    .select('event_id')
    .where('owner_id', '=', target.ownerId)
    .where('source', '=', SOURCE)
    .where('card_id', '=', card.id)
    .where('kind', '=', 'clearing')
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!original) return refuse(codes.refusedState, m.sandbox_nothingToChargeBack)
  const chargeback = `SIM-${randomUUID().slice(0, 13)}`
  const amounts = { amount, currency: target.currency, requestAmount: amount, usdAmount: amount }
  const texts = {
    ...chargebackReason,
    notes: reference,
    posEntryMode: '',
    networkReference: '',
    claimId: '',
  }
  return {
    events: [
      {
        kind: 'chargebackRequested',
        ...newBase(),
        chargeback,
        original: original.event_id,
        ...amounts,
        ...texts,
      },
      { kind: 'chargebackProcessed', ...newBase(), chargeback },
    ],
  }
}

const otherCurrency = (currency: string): string => (currency === 'USD' ? 'EUR' : 'USD')

async function keepForLater(db: Db, events: readonly FeedEvent[]): Promise<void> {
  await sql`
    INSERT INTO sandbox_event (content)
    SELECT content FROM unnest(${events.map((event) => JSON.stringify(event))}::jsonb[]) WITH ORDINALITY AS s (content, n)
    ORDER BY n`.execute(db)
}

async function hasOpenExceptions(db: Db, target: FeedTarget, events: readonly FeedEvent[]): Promise<boolean> {
  const found = await db
    .selectFrom('feed_exception')
    .select('id')
    .where('owner_id', '=', target.ownerId)
    .where('source', '=', target.source)
    .where(
      'event_id',
      'in',
      events.map(({ eventId }) => eventId),
    )
    .where('resolved_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
