// Looks up the cards of a batch's rows: one statement with up to 5,000 identifiers in a single parameter.
import { sql } from 'kysely'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import type { Db } from '#server/operations/context.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import type { Secrets } from '#server/keys/secrets.ts'

export interface FoundCard extends CardFactsRow {
  readonly card_id: number
  readonly pan_masked: string
  readonly holder_name: string | null
}

export interface CardLookup {
  readonly scope: Scope
  readonly identifierType: IdentifierType
  /** Well-formed identifiers, without duplicates. */
  readonly identifiers: readonly string[]
  /** The programme's current day, 'yyyy-mm-dd'. A card is expired if its expiry date is before this day. */
  readonly today: string
}

/** The cards of the scope, by their identifier. Cards outside the scope are left out, like unknown cards. */
export async function findCards(db: Db, secrets: Secrets, lookup: CardLookup): Promise<Map<string, FoundCard>> {
  if (lookup.identifiers.length === 0) return new Map()
  // All identifiers are one parameter. The statement cuts value number `n` (counted from 1) from this parameter. For
  // card numbers, the parameter is a sequence of hashes of 16 bytes. For tracking numbers, the parameter is '123,456'.
  const isPan = lookup.identifierType === PAN
  const identifiersSql = isPan
    ? sql`(
        SELECT n, substring(${secrets.panIndexes(lookup.identifiers)}::bytea FROM (n - 1) * 16 + 1 FOR 16) AS value
        FROM generate_series(1, ${lookup.identifiers.length}::integer) AS n)`
    : sql`(
        SELECT n, value
        FROM unnest(string_to_array(${lookup.identifiers.join(',')}::text, ',')) WITH ORDINALITY AS t (value, n))`
  const cardColumnSql = isPan ? sql`c.pan_hash` : sql`c.tracking_number`
  const { rows } = await sql<FoundCard & { n: number }>`
    SELECT i.n::integer AS n, c.id AS card_id, c.campaign_id, c.pan_masked, c.name AS holder_name, c.activated_at IS NOT NULL AS active,
           c.stopped_at IS NOT NULL AS stopped, c.retired_at IS NOT NULL AS retired,
           c.expires_on < ${lookup.today}::date AS expired, c.kyc_passed, a.balance_cents, a.held_cents
    FROM ${identifiersSql} i JOIN card c ON ${cardColumnSql} = i.value JOIN account a ON a.card_id = c.id
    WHERE ${inScope(lookup.scope, 'c')}
  `.execute(db)
  const cards = new Map<string, FoundCard>()
  for (const row of rows) {
    const identifier = lookup.identifiers[row.n - 1]
    if (identifier !== undefined) cards.set(identifier, row)
  }
  return cards
}
