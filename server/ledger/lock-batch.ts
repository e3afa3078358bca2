// Locks a batch. Every decision, run and closing of a batch starts here.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { AdditionalValidation, StoredBatchType } from '#domain/batch/types.ts'
import type { Db } from '#server/operations/context.ts'
import { batchesInScope, type Scope } from '#server/operations/scope.ts'

/** The columns needed to process a batch, and to check whether it can be changed. */
export interface LockedBatch {
  readonly id: number
  readonly owner_id: number
  readonly kind: StoredBatchType
  readonly currency: string
  readonly reference: string
  readonly fingerprint: string
  readonly additional_validation: AdditionalValidation[]
  readonly retire: boolean
  readonly row_count: number
  readonly amount_cents: number
  readonly loaded_count: number
  readonly uploaded_by: number
  readonly key_made_by: number | null
  readonly approval_terms: ApprovalTerms | null
  readonly approved_by: number | null
  readonly approved_at: Date | null
  readonly rejected_at: Date | null
  readonly withdrawn_at: Date | null
  readonly proposed_at: Date | null
  readonly scheduled_at: Date | null
  readonly held_until: Date | null
  readonly processed_at: Date | null
  readonly retry_requested_at: Date | null
  readonly closed_at: Date | null
  readonly closed_comments: string | null
  /** The start of the current run. Null if the batch is not running. */
  readonly posting_started_at: Date | null
  /** The number of the last row that the current run has decided. Null if the batch is not running. */
  readonly posted_to: number | null
  /** The campaigns to which the batch's cards can belong. Null for all. */
  readonly campaign_ids: readonly number[] | null
}

/**
 * Locks a batch until the transaction ends, and returns its state. Undefined if there is no such batch in the scope.
 * The second of two simultaneous changes waits, and is then checked against the new state. The server's jobs pass no
 * scope.
 */
export async function lockBatchRow(trx: Db, id: number, scope?: Scope): Promise<LockedBatch | undefined> {
  const scopeCondition = scope === undefined ? sql`true` : batchesInScope(scope)
  const { rows } = await sql<LockedBatch>`
    SELECT id, owner_id, kind, currency, reference, fingerprint, additional_validation, retire, row_count, amount_cents,
           loaded_count, uploaded_by, key_made_by, approval_terms, approved_by, approved_at, rejected_at, withdrawn_at,
           proposed_at, scheduled_at, held_until, processed_at, retry_requested_at, closed_at, closed_comments,
           posting_started_at, posted_to, campaign_ids
    FROM batch_file f WHERE id = ${id} AND ${scopeCondition} FOR UPDATE
  `.execute(trx)
  return rows[0]
}
