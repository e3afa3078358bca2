// Receives events of the card processor: stores each event once, applies the events that can be applied, and lists the
// others. All events of a call are handled in one transaction. The number of statements does not depend on the number
// of events.
import { sql } from 'kysely'
import type { FeedEvent, FeedOutcome } from '#contract/feed.ts'
import type { FeedFault } from '#domain/feed/event-types.ts'
import { HOUR_MS } from '#domain/units.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { findClosedPeriodsEnd } from '#server/ledger/periods.ts'
import type { Db } from '#server/operations/context.ts'
import { applyHolds } from './apply-holds.ts'
import { applyMoney, type CardAccount } from './apply-money.ts'
import { applyCardStates, applyChargebacks, applyDeclines, settleImportedHolds } from './apply-other.ts'
import { addTransactionsWebhook } from '#server/webhooks/add.ts'
import { announceExceptions, type AnnouncedException } from './announce.ts'
import { storeEvents } from './store.ts'
import type { CardEvent, Effect, Effects, FeedTarget, StoredEvent } from './target.ts'

/** The processor's clock can be this much ahead. An event that is further in the future has a wrong time. */
const MAX_AHEAD_MS = HOUR_MS

/** Returns the outcomes in the order of the events. Call this in a transaction. */
export async function ingest(trx: Db, target: FeedTarget, events: readonly FeedEvent[]): Promise<FeedOutcome[]> {
  // The calls of one owner run one after another, so that a clearing never overtakes its authorisation. Every posting
  // also takes this lock first.
  await lockOwnerAccounts(trx, target.ownerId, target.currency)
  const { newEvents, refusedIndexes } = await storeEvents(trx, target, events)
  await applyEvents(trx, target, newEvents)
  return events.map(({ eventId }, index) => ({ eventId, result: refusedIndexes.has(index) ? 'refused' : 'accepted' }))
}

/** Applies stored events, and stored reversals and chargebacks that have waited for them. */
export async function applyEvents(trx: Db, target: FeedTarget, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  const accounts = await lockOwnerAccounts(trx, target.ownerId, target.currency)
  const knownTypes = await readKnownTypes(trx)
  const effects: Effects = new Map()
  const usableEvents: CardEvent[] = []
  for (const stored of events) {
    const fault = findFault(stored, target, knownTypes)
    if (fault) effects.set(stored.id, { state: 'exception', fault })
    else if (isCardKnown(stored)) usableEvents.push(stored)
  }
  const followers = await readFollowers(trx, target, usableEvents)
  const eventsAndFollowers = [...usableEvents, ...followers]
  const cardAccounts = await lockCardAccounts(trx, eventsAndFollowers)
  // Up to here, only events with a fault have an effect.
  const faultyIds = [...effects.keys()]
  await applyHolds(trx, target, usableEvents, faultyIds, effects)
  await settleImportedHolds(trx, usableEvents)
  const openFrom = await findClosedPeriodsEnd(trx, target.ownerId)
  const moneyContext = { target, accounts, cardAccounts, feeTypes: knownTypes.feeTypes, openFrom }
  await applyMoney(trx, moneyContext, eventsAndFollowers, effects)
  await applyDeclines(trx, cardAccounts, usableEvents, effects)
  await applyChargebacks(trx, target, eventsAndFollowers, effects)
  await applyCardStates(trx, target, usableEvents, effects)
  await saveEffects(trx, target, events, effects)
  const transactions: { cardId: number; transactionId: number }[] = []
  for (const { id, cardId } of eventsAndFollowers) {
    const { transactionId, feeTransactionId } = effects.get(id) ?? {}
    if (transactionId !== undefined) transactions.push({ cardId, transactionId })
    if (feeTransactionId !== undefined) transactions.push({ cardId, transactionId: feeTransactionId })
  }
  await addTransactionsWebhook(trx, { ownerId: target.ownerId, at: target.receivedAt, transactions })
}

const isCardKnown = (stored: StoredEvent): stored is CardEvent => stored.cardId !== null

interface KnownTypes {
  /** The names of the fee types, by id. */
  readonly feeTypes: ReadonlyMap<number, string>
  /** The ids of the reasons for stopping a card. */
  readonly stopReasons: ReadonlySet<number>
}

async function readKnownTypes(trx: Db): Promise<KnownTypes> {
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    SELECT 'fee' AS kind, id, name FROM fee_type UNION ALL SELECT 'stop', id, short FROM stop_reason`.execute(trx)
  return {
    feeTypes: new Map(rows.filter(({ kind }) => kind === 'fee').map(({ id, name }) => [id, name])),
    stopReasons: new Set(rows.filter(({ kind }) => kind === 'stop').map(({ id }) => id)),
  }
}

function findFault({ cardId, event }: StoredEvent, target: FeedTarget, knownTypes: KnownTypes): FeedFault | undefined {
  if (cardId === null) return 'unknownCard'
  const currency = 'currency' in event ? event.currency : undefined
  // A request for a chargeback has the currency in which it was raised.
  const canHaveAnyCurrency = currency === undefined || event.kind === 'chargebackRequested'
  if (!canHaveAnyCurrency && currency !== target.currency) return 'otherCurrency'
  if (Date.parse(event.at) > target.receivedAt.getTime() + MAX_AHEAD_MS) return 'inFuture'
  if (event.kind === 'fee' && !knownTypes.feeTypes.has(event.feeType)) return 'unknownFeeType'
  if (event.kind === 'cardStatus' && event.status === 'stopped') {
    const isReasonKnown = event.stopReason !== undefined && knownTypes.stopReasons.has(event.stopReason)
    if (!isReasonKnown) return 'unknownStopReason'
  }
  return undefined
}

/** The stored reversals and chargebacks that wait for one of `events`, because they arrived before their original. */
async function readFollowers(
  trx: Db,
  { ownerId, source }: FeedTarget,
  events: readonly CardEvent[],
): Promise<readonly CardEvent[]> {
  const originals = events.filter(({ event }) => ['clearing', 'refund', 'fee', 'load'].includes(event.kind))
  if (originals.length === 0) return []
  const ids = columnsToTable('s', { id: ['text', originals.map(({ event }) => event.eventId)] })
  const { rows } = await sql<{ id: number; card_id: number; content: FeedEvent }>`
    SELECT e.id, e.card_id, e.content FROM ${ids}
    JOIN feed_event e ON e.owner_id = ${ownerId} AND e.source = ${source} AND e.original = s.id AND e.original <> ''
    WHERE e.state = 'waiting' AND e.card_id IS NOT NULL
    ORDER BY e.id
  `.execute(trx)
  const ownIds = new Set(events.map(({ id }) => id))
  return rows
    .filter(({ id }) => !ownIds.has(id))
    .map(({ id, card_id, content }) => ({ id, cardId: card_id, event: content, isNew: false }))
}

async function lockCardAccounts(trx: Db, events: readonly CardEvent[]): Promise<ReadonlyMap<number, CardAccount>> {
  const cardIds = columnsToTable('s', { id: ['bigint', [...new Set(events.map(({ cardId }) => cardId))]] })
  const { rows } = await sql<CardAccount & { card_id: number }>`
    SELECT card_id, id, balance_cents FROM account WHERE card_id IN (SELECT id FROM ${cardIds})
    ORDER BY id FOR UPDATE
  `.execute(trx)
  return new Map(rows.map((row) => [row.card_id, row]))
}

/**
 * Stores the effects of the events (`saved`), resolves exceptions whose fault is gone (`resolved`), and lists the
 * events with a fault.
 */
async function saveEffects(
  trx: Db,
  target: FeedTarget,
  events: readonly StoredEvent[],
  effects: Effects,
): Promise<void> {
  const newIds = new Set(events.filter(({ isNew }) => isNew).map(({ id }) => id))
  // A new event was stored with the state 'done' and without a transaction. The same effect needs no update.
  const isStoredAlready = (id: number, { state, transactionId }: Effect) =>
    newIds.has(id) && state === 'done' && transactionId === undefined
  const changes = [...effects].filter(([id, effect]) => !isStoredAlready(id, effect))
  if (changes.length === 0) return
  const ids = changes.map(([id]) => id)
  const values = changes.map(([, effect]) => effect)
  const input = columnsToTable('s', {
    id: ['bigint', ids],
    state: ['text', values.map(({ state }) => state)],
    transaction_id: ['bigint', values.map(({ transactionId }) => transactionId ?? null)],
    fee_transaction_id: ['bigint', values.map(({ feeTransactionId }) => feeTransactionId ?? null)],
    fault: ['text', values.map(({ fault }) => fault ?? null)],
  })
  // Only an event of an earlier call can have an exception.
  const hasEarlierEvent = ids.some((id) => !newIds.has(id))
  const resolved = sql`, resolved AS (
      UPDATE feed_exception x SET resolved_at = ${target.receivedAt} FROM input s
      WHERE x.feed_event_id = s.id AND x.resolved_at IS NULL
        -- An event that still waits keeps the fault 'originalMissing'.
        AND x.fault IS DISTINCT FROM CASE s.state WHEN 'waiting' THEN 'originalMissing' ELSE s.fault END
    )`
  const { rows: exceptions } = await sql<AnnouncedException>`
    WITH input AS MATERIALIZED (SELECT * FROM ${input}),
    saved AS (
      UPDATE feed_event e SET state = s.state, transaction_id = s.transaction_id, fee_transaction_id = s.fee_transaction_id
      FROM input s WHERE e.id = s.id
      RETURNING e.id, e.source, e.event_id, e.fingerprint, e.content, s.fault
    )
    ${hasEarlierEvent ? resolved : sql``}
    INSERT INTO feed_exception (owner_id, source, event_id, fingerprint, fault, feed_event_id, content, found_at)
    SELECT ${target.ownerId}, source, event_id, fingerprint, fault, id, content, ${target.receivedAt}
    FROM saved WHERE fault IS NOT NULL
    ON CONFLICT ON CONSTRAINT feed_exception_once DO UPDATE SET resolved_at = NULL, resolved_by = NULL
    RETURNING id, source, event_id, fault, content
  `.execute(trx)
  await announceExceptions(trx, target.ownerId, target.receivedAt, exceptions)
}
