// Locks a card for a change. If two tabs stop the same card, the second call waits here and then sees the result of the
// first. The order of locks is the same everywhere: the owner's accounts, the card's account, the card.
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { type CardForRules, type CardAction, cardActions } from '#domain/cards/actions.ts'
import { type IdentifierType, apiIdentifierToCardId, PAN } from '#domain/cards/identifiers.ts'
import { instantToDate } from '#domain/dates.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type AuditValues, flagsToAuditStatuses, money } from '#server/audit/audit-fields.ts'
import { type Refusal, type SessionContext, checkRule } from '#server/operations/context.ts'
import { inScope } from '#server/operations/scope.ts'
import {
  countUnknownNumbers,
  filterCardNumbers,
  validateUnknownNumberLimit,
} from '#server/operations/unknown-numbers.ts'
import { selectStatusTimes, type StatusTimes, timesToFlags } from '#server/db/card-statuses.ts'
import { lockOwnerAccounts, type OwnerAccount, type OwnerAccountType } from '#server/ledger/accounts.ts'
import { noSuchCard } from './find-cards.ts'

export interface LockedCard extends CardForRules {
  readonly id: number
  readonly accountId: number
  readonly currency: string
  readonly pinLength: number
  readonly magstripeEnabled: boolean
  /** '' if the card is not stopped. */
  readonly stopReason: string
}

/** The audit trail's record of the state of a card, to compare before and after a change. */
export const cardToAuditValues = (card: LockedCard): AuditValues => ({
  cardStatus: flagsToAuditStatuses(card),
  stopReason: card.stopReason,
  magstripe: card.magstripeEnabled,
  balance: money(card.balanceCents, card.currency),
})

/** How a call identifies its card. */
export interface CardSelector {
  /** An SQL condition on the card `c`. */
  readonly condition: RawBuilder<unknown>
  /** The card number, to count unknown numbers. Empty if the call identifies the card in another way. */
  readonly cardNumbers: readonly string[]
}

/** The selector of a card by its full number, or by 'card:{id}'. */
export const byNumber = ({ secrets }: Pick<SessionContext, 'secrets'>, cardNumber: string): CardSelector => {
  const id = apiIdentifierToCardId(cardNumber)
  return {
    condition: id === undefined ? sql`c.pan_hash = ${secrets.panIndex(cardNumber)}` : sql`c.id = ${id}`,
    cardNumbers: filterCardNumbers([cardNumber]),
  }
}
export const byTracking = (trackingNumber: string): CardSelector => ({
  condition: sql`c.tracking_number = ${trackingNumber}`,
  cardNumbers: [],
})
export const byIdentifier = (context: SessionContext, type: IdentifierType, identifier: string): CardSelector =>
  type === PAN ? byNumber(context, identifier) : byTracking(identifier)
/** The selector of a card by its number and its tracking number. Both numbers must belong to the same card. */
export const byNumberAndTracking = (
  context: SessionContext,
  cardNumber: string,
  trackingNumber: string,
): CardSelector => {
  const { condition, cardNumbers } = byNumber(context, cardNumber)
  return { condition: sql`${condition} AND ${byTracking(trackingNumber).condition}`, cardNumbers }
}
/** The selector of a card by its tracking number and its activation data. Empty activation data is not compared. */
export const byTrackingAndActivationData = (trackingNumber: string, activationData: string): CardSelector => {
  const { condition, cardNumbers } = byTracking(trackingNumber)
  if (activationData === '') return { condition, cardNumbers }
  return { condition: sql`${condition} AND c.activation_data = ${activationData}`, cardNumbers }
}

/** Locks the card for a change of its state until the transaction ends. Refuses a card that does not exist. */
export async function lockCard(context: SessionContext, selector: CardSelector): Promise<LockedCard | Refusal> {
  const limitRefusal = await validateUnknownNumberLimit(context, selector.cardNumbers)
  if (limitRefusal) return limitRefusal
  const card = await lockCardRow(context, selector)
  return card ?? refuseUnknownCard(context, selector)
}

/** `keepsWrites` commits the count of the unknown number although the call is refused. */
async function refuseUnknownCard(context: SessionContext, { cardNumbers }: CardSelector): Promise<Refusal> {
  if (cardNumbers.length === 0) return noSuchCard()
  const limitRefusal = await countUnknownNumbers(context, cardNumbers.length)
  return limitRefusal ?? { ...noSuchCard(), keepsWrites: true }
}

async function lockCardRow(context: SessionContext, { condition }: CardSelector): Promise<LockedCard | undefined> {
  const { db, viewer } = context
  // FOR UPDATE would make postings wait for a change of the PIN, because ledger rows refer to cards.
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM card c WHERE ${inScope(viewer, 'c')} AND ${condition} FOR NO KEY UPDATE
  `.execute(db)
  const [lockedRow] = rows
  if (!lockedRow) return undefined
  context.setSubject('card', lockedRow.id)
  return readCard(context, lockedRow.id)
}

export interface CardAndAccounts {
  readonly card: LockedCard
  readonly accounts: Readonly<Record<OwnerAccountType, OwnerAccount>>
}

/** Locks the owner's accounts, the card's account and the card for a movement of money. Refuses an unknown card. */
export async function lockForMoney(
  context: SessionContext,
  selector: CardSelector,
): Promise<CardAndAccounts | Refusal> {
  const { db, viewer } = context
  const refusal = await validateUnknownNumberLimit(context, selector.cardNumbers)
  if (refusal) return refusal
  const { rows } = await sql<{ account_id: number; currency: string }>`
    SELECT a.id AS account_id, a.currency FROM card c JOIN account a ON a.card_id = c.id
    WHERE ${inScope(viewer, 'c')} AND ${selector.condition}
  `.execute(db)
  const cardAccount = rows[0]
  if (!cardAccount) return refuseUnknownCard(context, selector)
  const accounts = await lockOwnerAccounts(db, viewer.ownerId, cardAccount.currency)
  await sql`SELECT id FROM account WHERE id = ${cardAccount.account_id} FOR UPDATE`.execute(db)
  const card = await lockCardRow(context, selector)
  return card ? { card, accounts } : refuseUnknownCard(context, selector)
}

interface StateRow extends StatusTimes {
  readonly account_id: number
  readonly currency: string
  readonly balance_cents: number
  readonly held_cents: number
  readonly expired: boolean
  readonly requires_pin: boolean
  readonly pin_length: number
  readonly magstripe_enabled: boolean
  readonly stop_reason: string | null
}

/**
 * Reads the locked card in a second statement. The locking statement can have waited for another change, whose values
 * it does not see.
 */
async function readCard({ db, client, now }: SessionContext, id: number): Promise<LockedCard> {
  const { rows } = await sql<StateRow>`
    SELECT a.id AS account_id, a.currency, a.balance_cents, a.held_cents, ${selectStatusTimes},
           c.expires_on < ${instantToDate(now(), client.timeZone)}::date AS expired, p.requires_pin, p.pin_length,
           c.magstripe_enabled, z.short AS stop_reason
    FROM card c JOIN account a ON a.card_id = c.id JOIN campaign p ON p.id = c.campaign_id
    LEFT JOIN stop_reason z ON z.id = c.stop_reason_id
    WHERE c.id = ${id}
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the locked card does not exist any more')
  return {
    id,
    accountId: row.account_id,
    currency: row.currency,
    ...timesToFlags(row),
    expired: row.expired,
    balanceCents: cents(row.balance_cents),
    heldCents: row.held_cents as Cents,
    requiresPin: row.requires_pin,
    pinLength: row.pin_length,
    magstripeEnabled: row.magstripe_enabled,
    stopReason: row.stop_reason ?? '',
  }
}

/** The refusal of an action because of the card's state. */
export const refuseAction = (action: CardAction, card: LockedCard): Refusal | undefined =>
  checkRule(codes.refusedState, () => cardActions[action].refusal(card))
