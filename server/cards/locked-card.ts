// Locks a card for a change. A second change waits here and then sees the result of the first, e.g. if two tabs stop
// the same card. Lock order, everywhere: the owner's accounts, the card's account, the card.
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { type ActionFacts, type CardAction, cardActions } from '#domain/cards/actions.ts'
import { type IdentifierType, nameToCardId, PAN } from '#domain/cards/identifiers.ts'
import { flagsToStatus } from '#domain/cards/status.ts'
import { instantToDate } from '#domain/dates.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type AuditFacts, money } from '#server/audit/audit-fields.ts'
import { type Refusal, refuse, type SessionContext } from '#server/operations/context.ts'
import { inScope } from '#server/operations/scope.ts'
import { lockOwnerAccounts, type OwnerAccount, type OwnerAccountKind } from '#server/ledger/accounts.ts'

export interface LockedCard extends ActionFacts {
  readonly id: number
  readonly accountId: number
  readonly currency: string
  readonly pinLength: number
  readonly magstripeEnabled: boolean
  /** '' if the card is not stopped. */
  readonly stopReason: string
}

/** The audit trail's record of the state of a card, to compare before and after a change. */
export const cardToFacts = (card: LockedCard): AuditFacts => ({
  cardStatus: flagsToStatus(card),
  stopReason: card.stopReason,
  magstripe: card.magstripeEnabled,
  balance: money(card.balanceCents, card.currency),
})

/** The condition by which a call identifies its card. */
export type CardName = RawBuilder<unknown>

/** By the full number, or 'card:{id}'. */
export const byNumber = ({ secrets }: Pick<SessionContext, 'secrets'>, cardNumber: string): CardName => {
  const id = nameToCardId(cardNumber)
  return id === undefined ? sql`c.pan_hash = ${secrets.panIndex(cardNumber)}` : sql`c.id = ${id}`
}
export const byTracking = (trackingNumber: string): CardName => sql`c.tracking_number = ${trackingNumber}`
export const byIdentifier = (context: SessionContext, type: IdentifierType, identifier: string): CardName =>
  type === PAN ? byNumber(context, identifier) : byTracking(identifier)
/** By number and tracking number, which must belong to the same card. */
export const byBoth = (context: SessionContext, cardNumber: string, trackingNumber: string): CardName =>
  sql`${byNumber(context, cardNumber)} AND ${byTracking(trackingNumber)}`
/** By the data that the user saw. An empty activationData is not checked. */
export const bySight = (trackingNumber: string, activationData: string): CardName =>
  activationData === ''
    ? byTracking(trackingNumber)
    : sql`${byTracking(trackingNumber)} AND c.activation_data = ${activationData}`

/** Locks the owner's card for a change of its state until the transaction ends. Undefined if there is no such card. */
export async function lockCard(context: SessionContext, name: CardName): Promise<LockedCard | undefined> {
  const { db, viewer } = context
  // Not FOR UPDATE: ledger rows refer to cards, and posting must not wait for a change of PIN.
  const held = await sql<{ id: number }>`
    SELECT c.id FROM card c WHERE ${inScope(viewer, 'c')} AND ${name} FOR NO KEY UPDATE
  `.execute(db)
  const id = held.rows[0]?.id
  if (id === undefined) return undefined
  context.concerns('card', id)
  return readCard(context, id)
}

export interface LockedMoney {
  readonly card: LockedCard
  readonly accounts: Readonly<Record<OwnerAccountKind, OwnerAccount>>
}

/** Locks the owner's accounts, the card's account and the card, for a movement of money. */
export async function lockMoney(context: SessionContext, name: CardName): Promise<LockedMoney | undefined> {
  const { db, viewer } = context
  const { rows } = await sql<{ account_id: number; currency: string }>`
    SELECT a.id AS account_id, a.currency FROM card c JOIN account a ON a.card_id = c.id
    WHERE ${inScope(viewer, 'c')} AND ${name}
  `.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const accounts = await lockOwnerAccounts(db, viewer.ownerId, found.currency)
  await sql`SELECT id FROM account WHERE id = ${found.account_id} FOR UPDATE`.execute(db)
  const card = await lockCard(context, name)
  return card && { card, accounts }
}

/** Reads after locking, because a statement sees only what was committed before it began. */
async function readCard({ db, client, now }: SessionContext, id: number): Promise<LockedCard> {
  const { rows } = await sql<{
    account_id: number
    currency: string
    balance_cents: number
    held_cents: number
    activated_at: Date | null
    stopped_at: Date | null
    retired_at: Date | null
    expired: boolean
    requires_pin: boolean
    pin_length: number
    magstripe_enabled: boolean
    stop_reason: string | null
  }>`
    SELECT a.id AS account_id, a.currency, a.balance_cents, a.held_cents, c.activated_at, c.stopped_at, c.retired_at,
           c.expires_on < ${instantToDate(now(), client.timeZone)}::date AS expired, p.requires_pin, p.pin_length,
           c.magstripe_enabled, z.short AS stop_reason
    FROM card c JOIN account a ON a.card_id = c.id JOIN campaign p ON p.id = c.campaign_id
    LEFT JOIN stop_reason z ON z.id = c.stop_reason_id
    WHERE c.id = ${id}
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('a card that is held is gone')
  return {
    id,
    accountId: row.account_id,
    currency: row.currency,
    activated: row.activated_at !== null,
    expired: row.expired,
    retired: row.retired_at !== null,
    stopped: row.stopped_at !== null,
    balanceCents: cents(row.balance_cents),
    heldCents: row.held_cents as Cents,
    requiresPin: row.requires_pin,
    pinLength: row.pin_length,
    magstripeEnabled: row.magstripe_enabled,
    stopReason: row.stop_reason ?? '',
  }
}

/** The refusal of an action because of the card's state. */
export function refuseAction(action: CardAction, card: LockedCard): Refusal | undefined {
  const text = cardActions[action].refuse(card)
  return text === undefined ? undefined : refuse(codes.refusedState, text)
}
