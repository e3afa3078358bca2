// Replaces the holds of authorisations: the rows of card_authorisation, and the held amounts of the cards' accounts.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from '#server/db/sets.ts'

/** An amount that an authorisation held on a card from one time to another. */
export interface HeldAmount {
  /** The event of the authorisation. */
  readonly feedEventId: number
  readonly cardId: number
  readonly amountCents: number
  /** When the authorisation was first given. `from` is later if the held amount was changed after that. */
  readonly authorisedAt: Date
  readonly from: Date
  /** Null while the amount is held. */
  readonly to: Date | null
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
}

/**
 * Replaces all rows of the authorisations with these events by `amounts`. The cards' accounts must be locked. The held
 * amount can exceed the balance, because the card processor has already approved the authorisation.
 */
export async function replaceHolds(
  trx: Db,
  feedEventIds: readonly number[],
  amounts: readonly HeldAmount[],
): Promise<void> {
  if (feedEventIds.length === 0) return
  const ids = columnsToTable('replaced', { id: ['bigint', feedEventIds] })
  const input = columnsToTable('hold', {
    n: ['integer', amounts.map((_, index) => index)],
    event_id: ['bigint', amounts.map(({ feedEventId }) => feedEventId)],
    card_id: ['bigint', amounts.map(({ cardId }) => cardId)],
    amount: ['bigint', amounts.map(({ amountCents }) => amountCents)],
    authorised_at: ['timestamptz', amounts.map(({ from }) => from)],
    released_at: ['timestamptz', amounts.map(({ to }) => to)],
    first_authorised_at: ['timestamptz', amounts.map(toFirstTime)],
    description: ['text', amounts.map(({ description }) => description)],
    merchant_id: ['text', amounts.map(({ merchantId }) => merchantId)],
    auth_number: ['text', amounts.map(({ authNumber }) => authNumber)],
  })
  await sql`
    WITH removed AS (
      DELETE FROM card_authorisation WHERE feed_event_id IN (SELECT id FROM ${ids})
      -- Negative, because the card no longer holds this amount.
      RETURNING card_id, -amount_cents AS amount, released_at
    ),
    added AS (
      INSERT INTO card_authorisation (card_id, authorised_at, amount_cents, description, merchant_id, auth_number,
        released_at, first_authorised_at, feed_event_id)
      SELECT card_id, authorised_at, amount, description, merchant_id, auth_number, released_at, first_authorised_at, event_id
      FROM ${input} ORDER BY n
      RETURNING card_id, amount_cents AS amount, released_at
    ),
    -- The change of each card's held amount. Rows that were released do not count.
    changed AS (
      SELECT card_id, sum(amount)::bigint AS cents
      FROM (SELECT * FROM removed UNION ALL SELECT * FROM added) change WHERE released_at IS NULL GROUP BY card_id
    )
    UPDATE account a SET held_cents = a.held_cents + changed.cents,
      -- The new held amount minus the balance.
      overdrawn_cents = greatest(a.overdrawn_cents, (a.held_cents + changed.cents) - a.balance_cents)
    FROM changed WHERE a.card_id = changed.card_id AND changed.cents <> 0
  `.execute(trx)
}

/** The value of first_authorised_at. Null for the amount that was held first. */
const toFirstTime = ({ authorisedAt, from }: HeldAmount): Date | null => (from > authorisedAt ? authorisedAt : null)
