// Processing an approved batch, as a durable job. Posting, the rows' results and 'processed' are one transaction: a host
// killed in the middle leaves the batch as it was, and the job's next run does it all (threats T40).
import { sql } from 'kysely'
import * as z from 'zod'
import type { AdditionalValidation, StoredBatchType } from '#domain/batch/kinds.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db, Host } from '#server/context.ts'
import type { PostOutcome } from '#server/ledger/batch-rows.ts'
import { postLoads } from '#server/ledger/post-loads.ts'
import { postMoves } from '#server/ledger/post-moves.ts'
import { enqueueBatchMail, registerBatchMail } from './batch-mail.ts'

export const PROCESS_BATCH = 'process-batch'

const payload = z.strictObject({ batchId: z.int() })

export function registerProcessBatch(host: Host): void {
  registerBatchMail(host)
  host.jobs.work(PROCESS_BATCH, async (given) => {
    const { batchId } = payload.parse(given)
    const started = performance.now()
    const { db, now, jobs } = host
    const outcome = await processBatch({ db, timeZone: host.client.timeZone, now, jobs }, batchId)
    if (!outcome) return
    jobs.wake()
    const { loadedCount, failedCount } = outcome
    host.log.info({ batchId, loadedCount, failedCount, ms: Math.round(performance.now() - started) }, 'batch processed')
  })
}

interface Processing {
  readonly db: Db
  readonly timeZone: string
  readonly now: () => number
  /** Takes the mail to the maker; without it nobody is told. */
  readonly jobs?: Host['jobs']
}

/**
 * Posts an approved batch, or those rows of it that are not loaded where it was asked for again. Undefined where there is
 * nothing to do: processed already, not approved, closed, or no such batch. Throws where it is scheduled for later.
 */
export async function processBatch(host: Processing, batchId: number): Promise<PostOutcome | undefined> {
  return host.db.transaction().execute(async (trx) => {
    const file = await lockFile(trx, batchId)
    if (!file) return undefined
    const postedAt = new Date(host.now())
    // Only a clock that was put back comes here: the job waits and asks again (threats T45).
    if (!file.retry_requested_at && file.scheduled_at && file.scheduled_at > postedAt)
      throw new Error(`batch ${batchId} is scheduled for later`)
    if (file.processed_at) await waitAgain(trx, batchId)
    const outcome = await post(trx, batchId, file, postedAt, host.timeZone)
    await sql`
      UPDATE batch_file SET processed_at = ${postedAt}, retry_requested_at = NULL, retry_requested_by = NULL,
        loaded_count = loaded_count + ${outcome.loadedCount},
        loaded_amount_cents = loaded_amount_cents + ${outcome.loadedCents},
        loaded_fee_cents = loaded_fee_cents + ${outcome.loadedFeeCents}
      WHERE id = ${batchId}
    `.execute(trx)
    if (host.jobs) await enqueueBatchMail(host.jobs, trx, { batchId, event: 'processed' })
    return outcome
  })
}

interface ApprovedBatch {
  readonly owner_id: number
  readonly kind: StoredBatchType
  readonly currency: string
  readonly reference: string
  readonly additional_validation: AdditionalValidation[]
  readonly retire: boolean
  readonly approved_by: number
  readonly scheduled_at: Date | null
  readonly processed_at: Date | null
  readonly retry_requested_at: Date | null
}

/** Held until the end: of two hosts with the same job one waits, and then finds nothing left to do (threats T41). */
async function lockFile(trx: Db, batchId: number): Promise<ApprovedBatch | undefined> {
  const { rows } = await sql<ApprovedBatch>`
    SELECT owner_id, kind, currency, reference, additional_validation, retire, approved_by, scheduled_at, processed_at,
           retry_requested_at
    FROM batch_file
    WHERE id = ${batchId} AND approved_at IS NOT NULL AND closed_at IS NULL
      AND (processed_at IS NULL OR retry_requested_at IS NOT NULL)
    FOR UPDATE
  `.execute(trx)
  return rows[0]
}

/** Rows that failed before are judged and posted anew; those loaded stay as they are. */
async function waitAgain(trx: Db, batchId: number): Promise<void> {
  await sql`UPDATE batch_row SET state = 'waiting', result_text = '' WHERE batch_id = ${batchId} AND state = 'failed'`.execute(
    trx,
  )
}

function post(trx: Db, batchId: number, file: ApprovedBatch, postedAt: Date, timeZone: string): Promise<PostOutcome> {
  const batch = {
    batchId,
    ownerId: file.owner_id,
    currency: file.currency,
    reference: file.reference,
    validation: file.additional_validation,
    today: instantToDate(postedAt.getTime(), timeZone),
    postedAt,
  }
  if (file.kind === 'load') return postLoads(trx, batch)
  return postMoves(trx, { ...batch, type: file.kind, retire: file.retire, approvedBy: file.approved_by })
}
