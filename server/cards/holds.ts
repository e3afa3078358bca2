// The open authorisations of a card. Their amounts are part of the balance, but not available.
import { sql } from 'kysely'
import type { Handler } from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { findCardById, noSuchCard } from './find-cards.ts'

/** More than the open authorisations of any card, so no hold is left out. */
const MAX_HOLDS = 500

interface HoldRow {
  readonly at: Date
  readonly description: string
  readonly merchant_id: string
  readonly auth_number: string
  readonly amount_cents: number
}

export const cardHolds: Handler<'cardHolds'> = async ({ db, viewer }, { voucherID }) => {
  const card = await findCardById(db, viewer, Number(voucherID))
  if (!card) return noSuchCard()
  const { rows } = await sql<HoldRow>`
    SELECT coalesce(first_authorised_at, authorised_at) AS at, description, merchant_id, auth_number, amount_cents
    FROM card_authorisation WHERE card_id = ${card.id} AND released_at IS NULL
    ORDER BY at DESC, id DESC LIMIT ${MAX_HOLDS}
  `.execute(db)
  return {
    holds: rows.map((row) => ({
      at: row.at.toISOString(),
      merchant: row.description,
      merchantId: row.merchant_id,
      authNumber: row.auth_number,
      amount: moneyToApi(row.amount_cents),
    })),
  }
}
