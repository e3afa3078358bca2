// Processing an approved batch, as a durable job. Posting, the rows' results and 'processed' are one transaction: a host
// killed in the middle leaves the batch as it was, and the job's next run does it all (threats T40).
import { sql } from 'kysely'
import * as z from 'zod'
import type { AdditionalValidation } from '#domain/batch/kinds.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db, Host } from '#server/context.ts'
import { type LoadOutcome, postLoads } from '#server/ledger/post-loads.ts'

export const PROCESS_BATCH = 'process-batch'

const payload = z.strictObject({ batchId: z.int() })

export function registerProcessBatch(host: Host): void {
  host.jobs.work(PROCESS_BATCH, async (given) => {
    const { batchId } = payload.parse(given)
    const started = performance.now()
    const outcome = await processBatch({ db: host.db, timeZone: host.client.timeZone, now: host.now }, batchId)
    if (!outcome) return
    const { loadedCount, failedCount } = outcome
    host.log.info({ batchId, loadedCount, failedCount, ms: Math.round(performance.now() - started) }, 'batch processed')
  })
}

/** Posts an approved batch. Undefined where there is nothing to do: processed already, not approved, closed, or no such batch. */
export async function processBatch(
  { db, timeZone, now }: { readonly db: Db; readonly timeZone: string; readonly now: () => number },
  batchId: number,
): Promise<LoadOutcome | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<ApprovedBatch>`
      SELECT owner_id, currency, reference, additional_validation FROM batch_file
      WHERE id = ${batchId} AND kind = 'load' AND approved_at IS NOT NULL AND processed_at IS NULL AND closed_at IS NULL
      FOR UPDATE
    `.execute(trx)
    const [file] = rows
    if (!file) return undefined
    const postedAt = new Date(now())
    const outcome = await postLoads(trx, {
      batchId,
      ownerId: file.owner_id,
      currency: file.currency,
      reference: file.reference,
      validation: file.additional_validation,
      today: instantToDate(postedAt.getTime(), timeZone),
      postedAt,
    })
    await sql`
      UPDATE batch_file SET processed_at = ${postedAt}, loaded_count = loaded_count + ${outcome.loadedCount},
        loaded_amount_cents = loaded_amount_cents + ${outcome.loadedCents},
        loaded_fee_cents = loaded_fee_cents + ${outcome.loadedFeeCents}
      WHERE id = ${batchId}
    `.execute(trx)
    return outcome
  })
}

interface ApprovedBatch {
  readonly owner_id: number
  readonly currency: string
  readonly reference: string
  readonly additional_validation: AdditionalValidation[]
}
