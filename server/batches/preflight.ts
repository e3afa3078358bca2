// Preflight of a scheduled batch: some hours before the run, its rows and the funds are checked as of that time. Maker
// and approver are warned early enough to top up the account or to unschedule the batch.
import { sql } from 'kysely'
import * as z from 'zod'
import { preflightAt } from '#domain/batch/schedule.ts'
import { refuseUnschedule } from '#domain/batch/states.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { holdBatch } from '#server/ledger/hold-batch.ts'
import { apartFromFunds, currentRows } from './current-rows.ts'
import { enqueueBatchMail } from './mail.ts'
import { ownerScope } from '#server/operations/scope.ts'
import { batchFileById } from './queries.ts'
import { rowToState } from './to-api.ts'

const PREFLIGHT = 'preflight-batch'

/** `scheduledAt`: milliseconds since 1970. If the batch has been rescheduled since, the job does nothing. */
const payload = z.strictObject({ batchId: z.int(), scheduledAt: z.int() })
type Preflight = z.output<typeof payload>

/** Call this in the transaction of the approval. */
export const enqueuePreflight = (jobs: Services['jobs'], db: Db, of: Preflight, now: number): Promise<void> =>
  jobs.enqueue(db, PREFLIGHT, of, {
    runAt: preflightAt(of.scheduledAt, now),
    singletonKey: `${of.batchId} ${of.scheduledAt}`,
  })

export function registerPreflight(services: Services): void {
  services.jobs.registerHandler(PREFLIGHT, 'immediate', async (given) => {
    await services.db.transaction().execute((trx) => lookAhead(services, trx, payload.parse(given)))
    services.jobs.wake()
  })
}

async function lookAhead({ jobs, now, client }: Services, trx: Db, { batchId, scheduledAt }: Preflight): Promise<void> {
  const held = await holdBatch(trx, batchId)
  if (held?.scheduled_at?.getTime() !== scheduledAt) return
  if (refuseUnschedule(rowToState(held), now()) !== undefined) return
  const file = await batchFileById(trx, ownerScope(held.owner_id), batchId)
  if (!file) return
  const when = { today: instantToDate(scheduledAt, client.timeZone), now: now() }
  const { findings, funding } = await currentRows(trx, held.owner_id, file, when)
  const failing = findings.filter((found) => apartFromFunds(found).length > 0).length
  const short = funding?.missingCents ?? 0
  await sql`
    UPDATE batch_file
    SET preflight_at = ${new Date(now())}, preflight_failing = ${failing}, preflight_short_cents = ${short}
    WHERE id = ${batchId}
  `.execute(trx)
  if (failing > 0 || short > 0) await enqueueBatchMail(jobs, trx, { batchId, event: 'foreseen' })
}
