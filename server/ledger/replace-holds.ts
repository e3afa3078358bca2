// Replaces the holds of authorisations by their current ones: rows of card_authorisation, and the held amounts of cards.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { columnsToUnnest } from '#server/db/sets.ts'

/** An amount that was held from one time to another. */
export interface HeldAmount {
  /** The event of the authorisation. */
  readonly feedEventId: number
  readonly cardId: number
  readonly amountCents: number
  /** The time of the authorisation. */
  readonly authorisedAt: Date
  readonly from: Date
  /** Null while it is held. */
  readonly to: Date | null
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
}

/**
 * Replaces all rows of these authorisations. The cards' accounts must be locked. The held amount can exceed the balance,
 * because the processor has decided about the authorisation.
 */
export async function replaceHolds(
  trx: Db,
  feedEventIds: readonly number[],
  amounts: readonly HeldAmount[],
): Promise<void> {
  if (feedEventIds.length === 0) return
  const ids = columnsToUnnest([['bigint', feedEventIds]])
  const input = columnsToUnnest([
    ['integer', amounts.map((_, index) => index)],
    ['bigint', amounts.map(({ feedEventId }) => feedEventId)],
    ['bigint', amounts.map(({ cardId }) => cardId)],
    ['bigint', amounts.map(({ amountCents }) => amountCents)],
    ['timestamptz', amounts.map(({ from }) => from)],
    ['timestamptz', amounts.map(({ to }) => to)],
    ['timestamptz', amounts.map(({ authorisedAt, from }) => (from > authorisedAt ? authorisedAt : null))],
    ['text', amounts.map(({ description }) => description)],
    ['text', amounts.map(({ merchantId }) => merchantId)],
    ['text', amounts.map(({ authNumber }) => authNumber)],
  ])
  await sql`
    WITH removed AS (
      DELETE FROM card_authorisation WHERE feed_event_id IN (SELECT id FROM ${ids} AS replaced (id))
      RETURNING card_id, -amount_cents AS amount, released_at
    ),
    added AS (
      INSERT INTO card_authorisation (card_id, authorised_at, amount_cents, description, merchant_id, auth_number,
        released_at, first_authorised_at, feed_event_id)
      SELECT card_id, begun, amount, description, merchant_id, auth_number, ended, first_begun, event_id
      FROM ${input} AS hold (n, event_id, card_id, amount, begun, ended, first_begun, description, merchant_id, auth_number)
      ORDER BY n
      RETURNING card_id, amount_cents AS amount, released_at
    ),
    changed AS (
      SELECT card_id, sum(amount)::bigint AS cents
      FROM (SELECT * FROM removed UNION ALL SELECT * FROM added) change WHERE released_at IS NULL GROUP BY card_id
    )
    UPDATE account a SET held_cents = a.held_cents + changed.cents,
      overdrawn_cents = greatest(a.overdrawn_cents, a.held_cents + changed.cents - a.balance_cents)
    FROM changed WHERE a.card_id = changed.card_id AND changed.cents <> 0
  `.execute(trx)
}
