// Holds: money that a merchant has been promised and that stays on the card until it is settled.
import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/context.ts'
import { columnsToSet } from '#server/db/sets.ts'

export interface Hold {
  readonly cardId: number
  readonly accountId: number
  /** Above zero, in minor units; the account must hold it or the whole set is refused. */
  readonly amountCents: Cents
  readonly authorisedAt: Date
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
}

/** Keeps the holds and takes them off what their cards have available; the balance does not change. */
export async function placeHolds(trx: Db, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return
  const set = columnsToSet([
    ['bigint', holds.map((hold) => hold.cardId)],
    ['bigint', holds.map((hold) => hold.accountId)],
    ['bigint', holds.map((hold) => hold.amountCents)],
    ['timestamptz', holds.map((hold) => hold.authorisedAt)],
    ['text', holds.map((hold) => hold.description)],
    ['text', holds.map((hold) => hold.merchantId)],
    ['text', holds.map((hold) => hold.authNumber)],
  ])
  await sql`
    WITH given AS (
      SELECT * FROM ${set} AS s (card_id, account_id, amount, authorised_at, description, merchant_id, auth_number)
    ),
    placed AS (
      INSERT INTO card_authorisation (card_id, amount_cents, authorised_at, description, merchant_id, auth_number)
      SELECT card_id, amount, authorised_at, description, merchant_id, auth_number FROM given
    )
    UPDATE account a SET held_cents = a.held_cents + h.amount
    FROM (SELECT account_id, sum(amount)::bigint AS amount FROM given GROUP BY account_id) h
    WHERE a.id = h.account_id
  `.execute(trx)
}
