// What the funding account has for batches that are not approved yet.
import { sql } from 'kysely'
import { batchKinds, type StoredBatchType, storedBatchTypes } from '#domain/batch/kinds.ts'
import type { Db } from '#server/context.ts'

/** Kinds whose rows the funding account pays. */
const funded: readonly StoredBatchType[] = storedBatchTypes.filter((type) => batchKinds[type].moves.from === 'funding')

export const isFunded = (kind: StoredBatchType): boolean => funded.includes(kind)

interface WhichFunds {
  readonly ownerId: number
  readonly currency: string
  /** The batch that asks, with its hour: those that run after it leave it its funds. All approved ones come first without it. */
  readonly before?: { readonly id: number; readonly scheduledAt: Date | null }
}

/** What the funding account has left once the approved batches have taken theirs, in minor units; below 0 where it lacks for them. */
export async function fundsLeft(db: Db, { ownerId, currency, before }: WhichFunds): Promise<number> {
  const runsFirst = before
    ? sql`AND f.id <> ${before.id} AND (f.scheduled_at IS NULL OR (f.scheduled_at, f.id) < (${before.scheduledAt}, ${before.id}))`
    : sql``
  const { rows } = await sql<{ left: number }>`
    SELECT (SELECT balance_cents FROM account WHERE owner_id = ${ownerId} AND currency = ${currency} AND kind = 'funding')
      - coalesce(sum(f.amount_cents + f.fee_cents - f.loaded_amount_cents - f.loaded_fee_cents), 0)::bigint AS left
    FROM batch_file f
    WHERE f.owner_id = ${ownerId} AND f.currency = ${currency} AND f.kind = ANY (${funded}::text[])
      AND f.approved_at IS NOT NULL AND f.processed_at IS NULL AND f.closed_at IS NULL ${runsFirst}
  `.execute(db)
  return rows[0]?.left ?? 0
}
