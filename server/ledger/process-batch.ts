// Processing an approved batch: posting, the rows' results and 'processed' are one transaction. A host killed in the middle
// leaves the batch as it was, and the next run does it all (threats T40).
import { sql } from 'kysely'
import { instantToDate } from '#domain/dates.ts'
import type { Db } from '#server/context.ts'
import { holdBatch } from './hold-batch.ts'
import { postBatch, type PostOutcome } from './post-batch.ts'

interface Processing {
  readonly db: Db
  readonly timeZone: string
  readonly now: () => number
  /** What else belongs to the end of the run, in its transaction. */
  readonly ended?: (trx: Db) => Promise<void>
}

/**
 * Posts an approved batch, or those rows of it that are not loaded where it was asked for again. Undefined where there is
 * nothing to do: processed already, not approved, closed, or no such batch. Throws where it is scheduled for later.
 */
export async function processBatch(host: Processing, batchId: number): Promise<PostOutcome | undefined> {
  return host.db.transaction().execute(async (trx) => {
    // Of two hosts with the same job one waits here, and then finds nothing left to do (threats T41).
    const file = await holdBatch(trx, batchId)
    if (!file || file.approved_by === null || file.closed_at) return undefined
    if (file.processed_at && !file.retry_requested_at) return undefined
    const postedAt = new Date(host.now())
    // Only a clock that was put back comes here: the job waits and asks again (threats T45).
    if (!file.retry_requested_at && file.scheduled_at && file.scheduled_at > postedAt)
      throw new Error(`batch ${batchId} is scheduled for later`)
    if (file.processed_at) await waitAgain(trx, batchId)
    const outcome = await postBatch(trx, {
      batchId,
      type: file.kind,
      ownerId: file.owner_id,
      currency: file.currency,
      reference: file.reference,
      validation: file.additional_validation,
      retire: file.retire,
      approvedBy: file.approved_by,
      today: instantToDate(postedAt.getTime(), host.timeZone),
      postedAt,
    })
    await sql`
      UPDATE batch_file SET processed_at = ${postedAt}, retry_requested_at = NULL, retry_requested_by = NULL,
        loaded_count = loaded_count + ${outcome.loadedCount},
        loaded_amount_cents = loaded_amount_cents + ${outcome.loadedCents},
        loaded_fee_cents = loaded_fee_cents + ${outcome.loadedFeeCents}
      WHERE id = ${batchId}
    `.execute(trx)
    await host.ended?.(trx)
    return outcome
  })
}

/** Rows that failed before are judged and posted anew; those loaded stay as they are. */
async function waitAgain(trx: Db, batchId: number): Promise<void> {
  await sql`UPDATE batch_row SET state = 'waiting', result_text = '' WHERE batch_id = ${batchId} AND state = 'failed'`.execute(
    trx,
  )
}
