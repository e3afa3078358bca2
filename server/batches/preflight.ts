// Preflight of a scheduled batch: checks the funds some hours before the run, and the rows for the day of the run.
// Maker and approver are warned early enough to top up the account or to unschedule the batch.
import { sql } from 'kysely'
import * as z from 'zod'
import { preflightAt } from '#domain/batch/schedule.ts'
import { unscheduleRefusal } from '#domain/batch/states.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { lockBatchRow } from '#server/ledger/lock-batch.ts'
import { withoutFundsFindings, readCurrentRows } from './current-rows.ts'
import { enqueueBatchMail } from './mail.ts'
import { ownerScope } from '#server/operations/scope.ts'
import { findBatchById } from './queries.ts'
import { batchToState } from './to-api.ts'

const PREFLIGHT = 'preflight-batch'

/**
 * `scheduledAt` is in milliseconds since 1970. If the batch has another scheduled time when the job runs, the job does
 * nothing.
 */
const payload = z.strictObject({ batchId: z.int(), scheduledAt: z.int() })
type Preflight = z.output<typeof payload>

/** Call this in the transaction of the approval. */
export const enqueuePreflight = (jobs: Services['jobs'], db: Db, batch: Preflight, now: number): Promise<void> =>
  jobs.enqueue(db, PREFLIGHT, batch, {
    runAt: preflightAt(batch.scheduledAt, now),
    singletonKey: `${batch.batchId} ${batch.scheduledAt}`,
  })

export function registerPreflight(services: Services): void {
  services.jobs.registerHandler(PREFLIGHT, 'immediate', async (data) => {
    await services.db.transaction().execute((trx) => runPreflight(services, trx, payload.parse(data)))
    services.jobs.wake()
  })
}

async function runPreflight(
  { jobs, now, client }: Services,
  trx: Db,
  { batchId, scheduledAt }: Preflight,
): Promise<void> {
  const lockedBatch = await lockBatchRow(trx, batchId)
  const isStillScheduled = lockedBatch?.scheduled_at?.getTime() === scheduledAt
  if (!isStillScheduled) return
  if (unscheduleRefusal(batchToState(lockedBatch), now()) !== undefined) return
  const batch = await findBatchById(trx, ownerScope(lockedBatch.owner_id), batchId)
  if (!batch) return
  const checkTime = { today: instantToDate(scheduledAt, client.timeZone), now: now() }
  const { findings, funding } = await readCurrentRows(trx, lockedBatch.owner_id, batch, checkTime)
  const failingCount = findings.filter((rowFindings) => withoutFundsFindings(rowFindings).length > 0).length
  const missingCents = funding?.missingCents ?? 0
  await sql`
    UPDATE batch_file
    SET preflight_at = ${new Date(now())}, preflight_failing = ${failingCount}, preflight_short_cents = ${missingCents}
    WHERE id = ${batchId}
  `.execute(trx)
  if (failingCount > 0 || missingCents > 0) await enqueueBatchMail(jobs, trx, { batchId, event: 'foreseen' })
}
