// The balance of an owner's funding account, and the amounts that approved batches and orders will take from it.
import { sql } from 'kysely'
import { batchTypes, type StoredBatchType, storedBatchTypeNames } from '#domain/batch/types.ts'
import type { FundingAccount } from '#domain/funding/funds.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'

/** Types of batches that the funding account pays for. */
const fundedTypes: readonly StoredBatchType[] = storedBatchTypeNames.filter(
  (type) => batchTypes[type].moves.from === 'funding',
)

export const isFunded = (kind: StoredBatchType): boolean => fundedTypes.includes(kind)

/**
 * Reads the balance and the commitments in one statement, so that they are of the same moment. Scheduled batches and
 * physical orders have a time and run then. A physical order is final 24 hours after it was placed. A commitment
 * without a time runs as soon as possible.
 */
export async function readFundingAccount(db: Db, ownerId: number, currency: string): Promise<FundingAccount> {
  const { rows } = await sql<{
    balance_cents: number
    kind: 'batch' | 'order' | null
    id: number | null
    runs_at: Date | null
    cents: number | null
  }>`
    SELECT a.balance_cents, commitment.kind, commitment.id, commitment.runs_at, commitment.cents
    FROM account a LEFT JOIN (
      -- Approved batches that have not run, or whose first run has not ended. "Run now" sets retry_requested_at. The
      -- scheduled time then no longer applies.
      SELECT 'batch' AS kind, f.id, CASE WHEN f.retry_requested_at IS NULL THEN f.scheduled_at END AS runs_at,
        f.amount_cents + f.fee_cents - f.loaded_amount_cents - f.loaded_fee_cents AS cents
      FROM batch_file f
      WHERE f.owner_id = ${ownerId} AND f.currency = ${currency} AND f.kind = ANY (${fundedTypes}::text[])
        AND f.approved_at IS NOT NULL AND f.processed_at IS NULL AND f.closed_at IS NULL
      UNION ALL
      -- Batches that have run and will be retried.
      SELECT 'batch', f.id, NULL, f.amount_cents + f.fee_cents - f.loaded_amount_cents - f.loaded_fee_cents
      FROM batch_file f
      WHERE f.owner_id = ${ownerId} AND f.currency = ${currency} AND f.kind = ANY (${fundedTypes}::text[])
        AND f.processed_at IS NOT NULL AND f.retry_requested_at IS NOT NULL AND f.closed_at IS NULL
      UNION ALL
      -- Open orders. A physical order without approval rules needs no approval. Any other order needs one.
      SELECT 'order', o.id, o.final_at,
        o.amount_cents + o.fee_cents + o.issue_fee_cents * o.row_count - o.issued_amount_cents - o.issued_fee_cents
      FROM card_order o
      WHERE o.owner_id = ${ownerId} AND o.currency = ${currency}
        AND o.processed_at IS NULL AND o.cancelled_at IS NULL AND o.rejected_at IS NULL
        AND ((o.kind = 'physical' AND o.approval_terms IS NULL) OR o.approved_at IS NOT NULL)
    ) commitment ON true
    WHERE a.owner_id = ${ownerId} AND a.currency = ${currency} AND a.kind = 'funding' AND a.card_id IS NULL
  `.execute(db)
  const commitments = []
  for (const { kind, id, runs_at: runsAt, cents: amount } of rows) {
    // Without any commitment, the LEFT JOIN returns one row of nulls.
    if (kind === null || id === null) continue
    commitments.push({ kind, id, runsAt: runsAt?.getTime(), cents: cents(amount ?? 0) })
  }
  return { currency, balanceCents: cents(rows[0]?.balance_cents ?? 0), commitments }
}
