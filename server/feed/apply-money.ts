// Posts the events that move money: clearings, refunds, fees, loads, and their reversals.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { type FeedEventType, feedTypes } from '#domain/feed/event-types.ts'
import { DAY_MS } from '#domain/units.ts'
import { columnsToTable } from '#server/db/sets.ts'
import type { OwnerAccounts } from '#server/ledger/accounts.ts'
import { FOREX_FEE } from '#server/ledger/fee-types.ts'
import { type Movement, postMovements } from '#server/ledger/post-movements.ts'
import type { Db } from '#server/operations/context.ts'
import { storedToText, toStoredText } from '#server/stored-text.ts'
import { type CardEvent, type Effect, type Effects, type EventOf, type FeedTarget, isKind } from './target.ts'

/** The locked account of a card. */
export interface CardAccount {
  readonly id: number
  readonly balance_cents: number
}

export interface MoneyContext {
  readonly target: FeedTarget
  readonly accounts: OwnerAccounts
  readonly cardAccounts: ReadonlyMap<number, CardAccount>
  /** The programme's fee types by id. */
  readonly feeTypes: ReadonlyMap<number, string>
  /**
   * The end of the closed periods, in milliseconds since 1970. An event of a closed period is posted when it arrives.
   */
  readonly openFrom: number
}

/**
 * An event is posted at its own time if it is at most this old. An older event is posted when it arrives. Reports rely
 * on the limit (reports/sources/balances.ts).
 */
const MAX_DELAY_MS = 30 * DAY_MS

/** The types of events that a reversal can undo. */
type ReversibleEvent = EventOf<'clearing' | 'refund' | 'fee' | 'load'>
const isReversible = isKind('clearing', 'refund', 'fee', 'load')
const isClearing = isKind('clearing')
const isReversal = isKind('reversal')

/** The movements of an event. */
interface EventMovements {
  readonly eventId: number
  readonly movement: Movement
  /** Undefined without a fee. */
  readonly feeMovement: Movement | undefined
}

/** Sets the effect of each event that moves money. Call this after locking the accounts. */
export async function applyMoney(
  trx: Db,
  context: MoneyContext,
  events: readonly CardEvent[],
  effects: Effects,
): Promise<void> {
  const eventMovements = events.filter(isReversible).map((stored) => ({
    eventId: stored.id,
    movement: eventToMovement(context, stored),
    feeMovement: isClearing(stored) ? clearingToFeeMovement(context, stored) : undefined,
  }))
  await postEventMovements(trx, eventMovements, effects)
  await applyReversals(trx, context, events, effects)
}

/** Posts the movements, and sets the transactions of each event. */
async function postEventMovements(trx: Db, eventMovements: readonly EventMovements[], effects: Effects): Promise<void> {
  const movements = eventMovements
    .flatMap(({ movement, feeMovement }) => [movement, feeMovement])
    .filter((movement) => movement !== undefined)
  // The ids have the order of the movements.
  const transactionIds = await postMovements(trx, movements, { canOverdraw: true })
  const idByMovement = new Map(movements.map((movement, index) => [movement, transactionIds[index]]))
  for (const { eventId, movement, feeMovement } of eventMovements)
    effects.set(eventId, {
      state: 'done',
      transactionId: idByMovement.get(movement),
      feeTransactionId: feeMovement && idByMovement.get(feeMovement),
    })
}

const accountIdOf = ({ cardAccounts }: MoneyContext, cardId: number): number => {
  const account = cardAccounts.get(cardId)
  if (!account) throw new Error(`card ${cardId} has no locked account`)
  return account.id
}

/** The time at which an event is posted. An event that is posted later than it happened also has `happenedAt`. */
function postingTimes({ target, openFrom }: MoneyContext, at: string): Pick<Movement, 'postedAt' | 'happenedAt'> {
  const { receivedAt } = target
  const happenedAt = new Date(at)
  // Nothing is posted in the future, although the processor's clock can be ahead.
  if (happenedAt > receivedAt) return { postedAt: receivedAt }
  const isTooOld = receivedAt.getTime() - happenedAt.getTime() > MAX_DELAY_MS
  const isInClosedPeriod = happenedAt.getTime() < openFrom
  if (isTooOld || isInClosedPeriod) return { postedAt: receivedAt, happenedAt }
  return { postedAt: happenedAt }
}

function eventToMovement(context: MoneyContext, { cardId, event }: CardEvent<ReversibleEvent>): Movement {
  const { accounts, target, feeTypes } = context
  const cardAccountId = accountIdOf(context, cardId)
  const takesFromCard = feedTypes[event.kind].money === 'takes'
  const ownerAccountId = event.kind === 'fee' ? accounts.fee.id : accounts.settlement.id
  const authNumber = 'authNumber' in event ? event.authNumber : undefined
  return {
    ownerId: target.ownerId,
    // Clearings and refunds are purchases. A refund is a purchase that gives money to the card, as in imported history.
    kind: event.kind === 'fee' || event.kind === 'load' ? event.kind : 'purchase',
    ...postingTimes(context, event.at),
    cardId,
    fromAccountId: takesFromCard ? cardAccountId : ownerAccountId,
    toAccountId: takesFromCard ? ownerAccountId : cardAccountId,
    amountCents: cents(event.amount),
    feeTypeId: event.kind === 'fee' ? event.feeType : null,
    description: eventToDescription(event, feeTypes),
    merchantId: 'merchantId' in event ? event.merchantId : '',
    authNumber: authNumber ?? '',
  }
}

function eventToDescription(event: ReversibleEvent, feeTypes: MoneyContext['feeTypes']): string {
  if (event.kind === 'fee') {
    const feeTypeName = feeTypes.get(event.feeType) ?? ''
    return event.description || feeTypeName
  }
  const { merchant } = event
  const isCash = event.kind === 'clearing' && event.isCash === true
  return isCash ? toStoredText(() => m.feed_cashAt({ merchant })) : merchant
}

/** The fee of a clearing. Undefined if it has none. */
function clearingToFeeMovement(
  context: MoneyContext,
  { cardId, event }: CardEvent<EventOf<'clearing'>>,
): Movement | undefined {
  const { accounts, target, feeTypes } = context
  const { fee, merchant, foreign } = event
  if (fee === undefined) return undefined
  const isForexFee = foreign !== undefined && feeTypes.has(FOREX_FEE)
  const toDescription = () => {
    if (!foreign) return m.feed_transactionFee({ merchant })
    return m.feed_foreignFee({ merchant, currency: foreign.currency, rate: foreign.rate })
  }
  return {
    ownerId: target.ownerId,
    kind: 'fee',
    ...postingTimes(context, event.at),
    cardId,
    fromAccountId: accountIdOf(context, cardId),
    toAccountId: accounts.fee.id,
    amountCents: cents(fee),
    feeTypeId: isForexFee ? FOREX_FEE : null,
    description: toStoredText(toDescription),
    merchantId: '',
    authNumber: '',
  }
}

/** A posted event that can be reversed, with its transaction. */
interface Original {
  readonly event_id: string
  readonly card_id: number
  readonly kind: FeedEventType
  readonly amount_cents: number
  readonly transaction_id: number
  readonly description: string
  readonly fee_type_id: number | null
  readonly merchant_id: string
  readonly is_reversed: boolean
  /** The fee that was charged with the transaction: its own transaction, amount, description and type. */
  readonly fee_transaction_id: number | null
  readonly fee_cents: number | null
  readonly fee_description: string | null
  readonly fee_fee_type_id: number | null
}

/**
 * Reverses transactions that earlier calls or this call have posted. A reversal waits if its original has not arrived.
 */
async function applyReversals(
  trx: Db,
  context: MoneyContext,
  events: readonly CardEvent[],
  effects: Effects,
): Promise<void> {
  const reversals = events.filter(isReversal)
  if (reversals.length === 0) return
  const effectByEventId = new Map(
    events.filter(isReversible).map(({ id, event }) => [event.eventId, effects.get(id)] as const),
  )
  const originals = await readOriginals(trx, context.target, reversals, effectByEventId)
  const reversedInThisCall = new Set<number>()
  const eventMovements: EventMovements[] = []
  for (const reversal of reversals) {
    const original = originals.get(reversal.event.original)
    if (!original) {
      effects.set(reversal.id, { state: 'waiting' })
      continue
    }
    const fitsOriginal = original.card_id === reversal.cardId && original.amount_cents === reversal.event.amount
    if (!fitsOriginal) {
      effects.set(reversal.id, { state: 'exception', fault: 'contradiction' })
      continue
    }
    if (original.is_reversed || reversedInThisCall.has(original.transaction_id)) {
      effects.set(reversal.id, { state: 'exception', fault: 'reversedBefore' })
      continue
    }
    reversedInThisCall.add(original.transaction_id)
    eventMovements.push({
      eventId: reversal.id,
      movement: reversalToMovement(context, reversal, original),
      feeMovement: reversalToFeeMovement(context, reversal, original),
    })
  }
  await postEventMovements(trx, eventMovements, effects)
}

/**
 * The originals by the ids of their events. The transactions of this call are not stored with their events yet, so
 * `effectByEventId` passes them to the statement. In the statement, `t` is the transaction and `f` its fee.
 */
async function readOriginals(
  trx: Db,
  { ownerId, source }: FeedTarget,
  reversals: readonly CardEvent<EventOf<'reversal'>>[],
  effectByEventId: ReadonlyMap<string, Effect | undefined>,
): Promise<ReadonlyMap<string, Original>> {
  const eventIds = [...new Set(reversals.map(({ event }) => event.original))]
  const input = columnsToTable('s', {
    event_id: ['text', eventIds],
    transaction_id: ['bigint', eventIds.map((id) => effectByEventId.get(id)?.transactionId ?? null)],
    fee_transaction_id: ['bigint', eventIds.map((id) => effectByEventId.get(id)?.feeTransactionId ?? null)],
  })
  const { rows } = await sql<Original>`
    SELECT e.event_id, e.card_id, e.kind, e.amount_cents, t.id AS transaction_id, f.id AS fee_transaction_id, t.description,
           t.fee_type_id, t.merchant_id, (
             SELECT n.amount_cents FROM ledger_entry n JOIN account a ON a.id = n.account_id
             WHERE n.transaction_id = f.id AND a.kind = 'fee'
           ) AS fee_cents, f.description AS fee_description, f.fee_type_id AS fee_fee_type_id,
           EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses = t.id) AS is_reversed
    FROM ${input}
    JOIN feed_event e ON e.owner_id = ${ownerId} AND e.source = ${source} AND e.event_id = s.event_id
    JOIN ledger_transaction t ON t.id = coalesce(s.transaction_id, e.transaction_id)
    -- A fee that a user has reversed is not reversed again.
    LEFT JOIN ledger_transaction f ON f.id = coalesce(s.fee_transaction_id, e.fee_transaction_id)
      AND NOT EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses = f.id)
    WHERE e.kind IN ('clearing', 'refund', 'fee', 'load')
  `.execute(trx)
  return new Map(rows.map((row) => [row.event_id, row]))
}

function reversalToMovement(
  context: MoneyContext,
  { cardId, event }: CardEvent<EventOf<'reversal'>>,
  original: Original,
): Movement {
  const { accounts, target } = context
  const cardAccountId = accountIdOf(context, cardId)
  const ownerAccountId = original.kind === 'fee' ? accounts.fee.id : accounts.settlement.id
  const takesFromCard = feedTypes[original.kind].money === 'gives'
  return {
    ownerId: target.ownerId,
    kind: 'reversal',
    ...postingTimes(context, event.at),
    cardId,
    fromAccountId: takesFromCard ? cardAccountId : ownerAccountId,
    toAccountId: takesFromCard ? ownerAccountId : cardAccountId,
    amountCents: cents(event.amount),
    feeTypeId: original.fee_type_id,
    reverses: original.transaction_id,
    description: toStoredText(() => m.cards_reversalOf({ description: storedToText(original.description) })),
    merchantId: original.merchant_id,
    authNumber: '',
  }
}

/** Gives back the fee that was charged with the original transaction. Undefined without a fee. */
function reversalToFeeMovement(
  context: MoneyContext,
  { cardId, event }: CardEvent<EventOf<'reversal'>>,
  original: Original,
): Movement | undefined {
  if (original.fee_transaction_id === null) return undefined
  return {
    ownerId: context.target.ownerId,
    kind: 'reversal',
    ...postingTimes(context, event.at),
    cardId,
    fromAccountId: context.accounts.fee.id,
    toAccountId: accountIdOf(context, cardId),
    amountCents: cents(original.fee_cents ?? 0),
    feeTypeId: original.fee_fee_type_id,
    reverses: original.fee_transaction_id,
    description: toStoredText(() => m.cards_reversalOf({ description: storedToText(original.fee_description ?? '') })),
    merchantId: '',
    authNumber: '',
  }
}
