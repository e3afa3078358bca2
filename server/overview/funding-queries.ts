// The overview's figures about payments into the funding account.
import { sql } from 'kysely'
import type { Scope } from '#server/operations/scope.ts'

/**
 * Payments, returns and reversals that this viewer can decide. Viewers cannot decide their own. A viewer who is limited
 * to some campaigns cannot decide any, because the account belongs to the whole programme.
 */
export function paymentsToConfirmQuery({ ownerId, campaignIds, userId }: Scope & { readonly userId: number }) {
  const isUnlimited = campaignIds === undefined
  return sql<{ count: number; amount_cents: number; oldest: string | null }>`
    SELECT count(*)::integer AS count, coalesce(sum(p.amount_cents), 0)::bigint AS amount_cents, min(p.recorded_at) AS oldest
    FROM funding_payment p
    WHERE p.owner_id = ${ownerId} AND p.decided_by IS NULL AND p.recorded_by <> ${userId} AND ${isUnlimited}`
}
