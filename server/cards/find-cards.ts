// Looks up cards of the owner, and sums a card's ledger entries. The response is the same for all cards that are not
// found.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { apiIdentifierToCardId } from '#domain/cards/identifiers.ts'
import { type Db, type Refusal, refuse, type SessionContext } from '#server/operations/context.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import {
  countUnknownNumbers,
  filterCardNumbers,
  validateUnknownNumberLimit,
} from '#server/operations/unknown-numbers.ts'

/** The refusal for a card that does not exist, that belongs to another owner, or that the user cannot see. */
export const noSuchCard = () => refuse(codes.notFound, m.cards_thereIsNoSuchCard)

export interface CardRow {
  readonly id: number
  readonly account_id: number
  readonly pan_cipher: Buffer
  readonly pan_masked: string
  readonly tracking_number: string
  readonly campaign_name: string
  readonly currency: string
  readonly symbol: string
}

/** Undefined if the card does not exist or the user cannot see it. */
export async function findCardById(db: Db, scope: Scope, id: number): Promise<CardRow | undefined> {
  const [card] = await findCards(db, scope, sql`c.id = ${id}`)
  return card
}

/** An SQL condition on cards `c`: true for cards with these identifiers, which are full numbers or 'card:{id}'. */
export function apiIdentifiersCondition(
  { secrets }: Pick<SessionContext, 'secrets'>,
  identifiers: readonly string[],
): RawBuilder<unknown> {
  const ids = identifiers.map(apiIdentifierToCardId).filter((id) => id !== undefined)
  const cardNumbers = identifiers.filter((identifier) => apiIdentifierToCardId(identifier) === undefined)
  const hashes = cardNumbers.map((cardNumber) => secrets.panIndex(cardNumber))
  return sql`(c.pan_hash = ANY(${hashes}::bytea[]) OR c.id = ANY(${ids}::bigint[]))`
}

/** Returns the cards by the identifiers in the call: full numbers, or 'card:{id}'. Refuses cards that do not exist. */
export async function findCardsByApiIdentifier(
  context: SessionContext,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, CardRow> | Refusal> {
  const { db, secrets, viewer } = context
  const refusal = await validateUnknownNumberLimit(context, filterCardNumbers(identifiers))
  if (refusal) return refusal
  const rows = await findCards(db, viewer, apiIdentifiersCondition({ secrets }, identifiers))
  const cards = mapByApiIdentifier(identifiers, rows, (card) => secrets.decryptText(card.pan_cipher))
  const unknownIdentifiers = new Set(identifiers.filter((identifier) => !cards.has(identifier)))
  if (unknownIdentifiers.size === 0) return cards
  const unknownNumbers = filterCardNumbers([...unknownIdentifiers])
  const limitRefusal = await countUnknownNumbers(context, unknownNumbers.length)
  return limitRefusal ?? noSuchCard()
}

/** The cards by the requested identifiers. An identifier without a card is left out. */
export function mapByApiIdentifier<Card extends { readonly id: number }>(
  identifiers: readonly string[],
  cards: readonly Card[],
  numberOf: (card: Card) => string,
): ReadonlyMap<string, Card> {
  const cardsById = new Map(cards.map((card) => [card.id, card]))
  const cardsByNumber = new Map(cards.map((card) => [numberOf(card), card]))
  const cardsByIdentifier = new Map<string, Card>()
  for (const identifier of identifiers) {
    const id = apiIdentifierToCardId(identifier)
    const card = id === undefined ? cardsByNumber.get(identifier) : cardsById.get(id)
    if (card) cardsByIdentifier.set(identifier, card)
  }
  return cardsByIdentifier
}

async function findCards(db: Db, scope: Scope, condition: RawBuilder<unknown>): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    SELECT c.id, a.id AS account_id, c.pan_cipher, c.pan_masked, c.tracking_number, p.name AS campaign_name, p.currency, p.symbol
    FROM card c JOIN account a ON a.card_id = c.id JOIN campaign p ON p.id = c.campaign_id
    WHERE ${inScope(scope, 'c')} AND ${condition}
  `.execute(db)
  return rows
}

/** Sums of all entries of a card. Reversals are subtracted. */
export interface CardSums {
  /** Includes the opening balance of an imported card, so that loads minus all other movements are the balance. */
  readonly loaded_cents: number
  readonly settled_cents: number
}

/**
 * SQL for a lateral table with the columns of `CardSums`, and with `first_posted_at`, the time of the first entry.
 * `accountId` is the account in the outer query, for example sql`a.id`. A reversal counts with the kind of `o`, the
 * transaction that it reverses.
 */
export const cardSums = (accountId: RawBuilder<unknown>) => sql`LATERAL (
  SELECT coalesce(sum(e.amount_cents) FILTER (WHERE coalesce(o.kind, t.kind) IN ('load', 'opening')), 0)::bigint AS loaded_cents,
         coalesce(-sum(e.amount_cents) FILTER (WHERE coalesce(o.kind, t.kind) = 'purchase'), 0)::bigint AS settled_cents,
         min(t.posted_at) AS first_posted_at
  FROM ledger_entry e
  JOIN ledger_transaction t ON t.id = e.transaction_id
  LEFT JOIN ledger_transaction o ON o.id = t.reverses
  WHERE e.account_id = ${accountId}
)`
