// Places holds: amounts authorised for a merchant, which stay on the card until they are settled.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/**
 * Stores the holds, and reduces the available funds of their cards. The balances do not change. `holds` is a query of
 * (card_id, account_id, amount, authorised_at, first_authorised_at, description, merchant_id, auth_number). Amounts are
 * above zero, in minor units. If one account does not have enough funds, the database refuses the whole statement.
 */
export async function placeHolds(trx: Db, holds: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH input AS MATERIALIZED (${holds}),
    placed AS (
      INSERT INTO card_authorisation
        (card_id, amount_cents, authorised_at, first_authorised_at, description, merchant_id, auth_number)
      SELECT card_id, amount, authorised_at, first_authorised_at, description, merchant_id, auth_number FROM input
    )
    UPDATE account a SET held_cents = a.held_cents + added.amount
    FROM (SELECT account_id, sum(amount)::bigint AS amount FROM input GROUP BY account_id) added
    WHERE a.id = added.account_id
  `.execute(trx)
}
