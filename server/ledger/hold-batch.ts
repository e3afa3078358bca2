// The one way to hold a batch: whoever decides about it, runs it or closes it begins here.
import { sql } from 'kysely'
import type { AdditionalValidation, StoredBatchType } from '#domain/batch/kinds.ts'
import type { Db } from '#server/operations/context.ts'
import { batchesInScope, type Scope } from '#server/operations/scope.ts'

/** What the rules look at, and what its run needs. */
export interface HeldBatch {
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
  readonly approved_by: number | null
  readonly approved_at: Date | null
  readonly rejected_at: Date | null
  readonly withdrawn_at: Date | null
  readonly scheduled_at: Date | null
  readonly processed_at: Date | null
  readonly retry_requested_at: Date | null
  readonly closed_at: Date | null
  readonly closed_comments: string | null
  /** When the run under way began, and the last row that it has decided; null while none is under way. */
  readonly posting_started_at: Date | null
  readonly posted_to: number | null
  /** The campaigns that its cards may be of; null for any. */
  readonly campaign_ids: readonly number[] | null
}

/**
 * Holds a batch until the transaction ends, and gives it as it is then: of two that change it at the same moment one waits, and
 * is then judged by what the other left. The server's own jobs name no scope.
 */
export async function holdBatch(trx: Db, id: number, scope?: Scope): Promise<HeldBatch | undefined> {
  const seen = scope === undefined ? sql`` : sql`AND ${batchesInScope(scope)}`
  const { rows } = await sql<HeldBatch>`
    SELECT id, owner_id, kind, currency, reference, fingerprint, additional_validation, retire, row_count, amount_cents,
           loaded_count, uploaded_by, approved_by, approved_at, rejected_at, withdrawn_at, scheduled_at, processed_at,
           retry_requested_at, closed_at, closed_comments, posting_started_at, posted_to, campaign_ids
    FROM batch_file f WHERE id = ${id} ${seen} FOR UPDATE
  `.execute(trx)
  return rows[0]
}
