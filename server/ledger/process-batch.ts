// Processes an approved batch in chunks, so that other work can run in between. One transaction posts a chunk, and
// writes the results of its rows and the progress of the run. If the server is killed, decided rows stay decided, and
// the next run continues after them. Rules: docs/rules/batches.md, "Processing".
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { instantToDate } from '#domain/dates.ts'
import { cents } from '#domain/money.ts'
import { rowAmounts, simulatedRowRefusal, SLOW_RUN_MS } from '#domain/sandbox/row-outcomes.ts'
import type { Db } from '#server/operations/context.ts'
import { readCampaignRules, type CampaignRules } from './card-facts.ts'
import { type LockedBatch, lockBatchRow } from './lock-batch.ts'
import { type ChunkOutcome, postChunk, type PostOutcome } from './post-chunk.ts'

interface ProcessingServices {
  readonly db: Db
  readonly timeZone: string
  readonly now: () => number
  /** Additional work at the end of the run, in its last transaction. */
  readonly onEnd?: (trx: Db) => Promise<void>
  /** Maximum number of rows per transaction. */
  readonly chunkSize?: number
  /** In a sandbox, rows with certain amounts fail, or make the run wait. */
  readonly isSandbox?: boolean | undefined
  /** Waits in a sandbox. The default is a timer. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * In chunks of this size, 5,000 rows take about a fifth longer than in one transaction. In chunks of 300, two fifths.
 */
export const ROWS_PER_CHUNK = 500

/**
 * Posts an approved batch. A retry posts the rows that are not loaded. Returns the sums of the rows that this call has
 * decided. Undefined if there is nothing to do: the batch is unknown, not approved, closed or already processed. Throws
 * if the batch is scheduled for later.
 */
export async function processBatch(services: ProcessingServices, batchId: number): Promise<PostOutcome | undefined> {
  const { db, isSandbox = false, pause = wait } = services
  if (isSandbox && (await hasSlowRow(db, batchId))) await pause(SLOW_RUN_MS)
  let sums: PostOutcome = { loadedCount: 0, loadedCents: cents(0), loadedFeeCents: cents(0), failedCount: 0 }
  // All chunks use the same campaigns, so that the result is the same as validating all rows together.
  let campaigns: ReadonlyMap<number, CampaignRules> | undefined
  for (;;) {
    const chunk = await db.transaction().execute(async (trx) => {
      // If two servers run the same job, the second waits here and then continues after the first.
      const batch = await lockBatchRow(trx, batchId)
      if (!batch || hasNothingToDo(batch)) return undefined
      campaigns ??= await readCampaignRules(trx, batch.owner_id)
      return processChunk(trx, services, batch, campaigns)
    })
    if (!chunk) return undefined
    sums = addOutcome(sums, chunk)
    if (!chunk.hasMore) return sums
  }
}

function hasNothingToDo(batch: LockedBatch): boolean {
  const isApproved = batch.approved_by !== null
  const isClosed = batch.closed_at !== null
  const isProcessed = batch.processed_at !== null && batch.retry_requested_at === null
  return !isApproved || isClosed || isProcessed
}

async function processChunk(
  trx: Db,
  services: ProcessingServices,
  batch: LockedBatch,
  campaigns: ReadonlyMap<number, CampaignRules>,
): Promise<ChunkOutcome> {
  const now = new Date(services.now())
  const isFirst = batch.posting_started_at === null
  const isRetry = batch.processed_at !== null
  // The job starts at the scheduled time, so the run is early only if the clock was set back. The job then tries again.
  if (isFirst && isEarly(batch, now)) throw new Error(`batch ${batch.id} is scheduled for later`)
  if (isFirst && isRetry) await resetFailedRows(trx, batch.id)
  // One timestamp for the whole run, even if its chunks are posted later.
  const postedAt = batch.posting_started_at ?? now
  const postedBatch = {
    batchId: batch.id,
    type: batch.kind,
    ownerId: batch.owner_id,
    campaignIds: batch.campaign_ids ?? undefined,
    currency: batch.currency,
    reference: batch.reference,
    validation: batch.additional_validation,
    retire: batch.retire,
    // Never 0, since hasNothingToDo excludes batches without an approval.
    approvedBy: batch.approved_by ?? 0,
    simulatedRefusal: services.isSandbox
      ? (amountCents: number) => simulatedRowRefusal(amountCents, { isRetry })
      : undefined,
    today: instantToDate(postedAt.getTime(), services.timeZone),
    postedAt,
  }
  const chunk = await postChunk(trx, postedBatch, campaigns, {
    // Null before the first chunk of a run.
    after: batch.posted_to ?? 0,
    size: services.chunkSize ?? ROWS_PER_CHUNK,
    isFirst,
  })
  const runContinues = sql`posting_started_at = ${postedAt}, posted_to = ${chunk.upTo}`
  const runHasEnded = sql`posting_started_at = NULL, posted_to = NULL, processed_at = ${now},
    retry_requested_at = NULL, retry_requested_by = NULL`
  await sql`
    UPDATE batch_file SET ${chunk.hasMore ? runContinues : runHasEnded},
      loaded_count = loaded_count + ${chunk.loadedCount},
      loaded_amount_cents = loaded_amount_cents + ${chunk.loadedCents},
      loaded_fee_cents = loaded_fee_cents + ${chunk.loadedFeeCents}
    WHERE id = ${batch.id}
  `.execute(trx)
  if (!chunk.hasMore) await services.onEnd?.(trx)
  return chunk
}

async function hasSlowRow(db: Db, batchId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM batch_row WHERE batch_id = ${batchId} AND state = 'waiting' AND amount_cents = ${rowAmounts.slow} LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/**
 * True if the batch must still wait. A batch with a requested run ("run now") waits only for the end of its hold, not
 * for its scheduled time.
 */
function isEarly({ scheduled_at, held_until, retry_requested_at }: LockedBatch, now: Date): boolean {
  const isRunRequested = retry_requested_at !== null
  const earliest = isRunRequested ? held_until : scheduled_at
  return earliest !== null && earliest > now
}

/** Resets failed rows, so that they are validated and posted again. Loaded rows are not changed. */
async function resetFailedRows(trx: Db, batchId: number): Promise<void> {
  await sql`UPDATE batch_row SET state = 'waiting', result_text = '' WHERE batch_id = ${batchId} AND state = 'failed'`.execute(
    trx,
  )
}

const addOutcome = (a: PostOutcome, b: PostOutcome): PostOutcome => ({
  loadedCount: a.loadedCount + b.loadedCount,
  loadedCents: cents(a.loadedCents + b.loadedCents),
  loadedFeeCents: cents(a.loadedFeeCents + b.loadedFeeCents),
  failedCount: a.failedCount + b.failedCount,
})
