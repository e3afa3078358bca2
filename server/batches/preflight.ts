// A look ahead of a scheduled run: some hours before it the rows are judged as they would be then, and the funds with them; maker
// and approver are told what speaks against it, so that the account is topped up or the batch is taken off its hour.
import { sql } from 'kysely'
import * as z from 'zod'
import { batchKinds, storedBatchTypes } from '#domain/batch/kinds.ts'
import { preflightAt } from '#domain/batch/schedule.ts'
import { refuseUnschedule } from '#domain/batch/states.ts'
import { instantToDate } from '#domain/dates.ts'
import { cents, type Cents, sumCents } from '#domain/money.ts'
import type { Db, Host } from '#server/context.ts'
import { type HeldBatch, holdBatch } from '#server/ledger/hold-batch.ts'
import { judgeNow } from './findings-now.ts'
import { enqueueBatchMail } from './mail.ts'
import { batchFileById } from './queries.ts'
import { rowToState } from './to-wire.ts'

const PREFLIGHT = 'preflight-batch'

/** `scheduledAt`, in milliseconds since 1970, is the hour that it belongs to: after a change of the hour it does nothing. */
const payload = z.strictObject({ batchId: z.int(), scheduledAt: z.int() })
type Preflight = z.output<typeof payload>

/** Takes the transaction of the approval. */
export const enqueuePreflight = (jobs: Host['jobs'], db: Db, of: Preflight, now: number): Promise<void> =>
  jobs.enqueue(db, PREFLIGHT, of, {
    runAt: preflightAt(of.scheduledAt, now),
    singletonKey: `${of.batchId} ${of.scheduledAt}`,
  })

export function registerPreflight(host: Host): void {
  host.jobs.work(PREFLIGHT, async (given) => {
    await host.db.transaction().execute((trx) => lookAhead(host, trx, payload.parse(given)))
    host.jobs.wake()
  })
}

async function lookAhead({ jobs, now, client }: Host, trx: Db, { batchId, scheduledAt }: Preflight): Promise<void> {
  const held = await holdBatch(trx, batchId)
  if (held?.scheduled_at?.getTime() !== scheduledAt) return
  if (refuseUnschedule(rowToState(held), now()) !== undefined) return
  const file = await batchFileById(trx, held.owner_id, batchId)
  if (!file) return
  const { rows, findings } = await judgeNow(trx, held.owner_id, file, instantToDate(scheduledAt, client.timeZone))
  const sound = rows.filter((_, index) => findings[index]?.length === 0)
  const failing = rows.length - sound.length
  const needed = sumCents(sound.map((row) => cents(row.amount_cents + row.fee_cents)))
  const short = await missingFunds(trx, held, needed)
  await sql`
    UPDATE batch_file
    SET preflight_at = ${new Date(now())}, preflight_failing = ${failing}, preflight_short_cents = ${short}
    WHERE id = ${batchId}
  `.execute(trx)
  if (failing > 0 || short > 0) await enqueueBatchMail(jobs, trx, { batchId, event: 'foreseen' })
}

/** Kinds whose rows the funding account pays. */
const funded = storedBatchTypes.filter((type) => batchKinds[type].moves.from === 'funding')

/** What the funding account lacks for that much, once the approved batches that run before it have taken theirs. */
async function missingFunds(
  trx: Db,
  { id, owner_id, currency, kind, scheduled_at }: HeldBatch,
  needed: Cents,
): Promise<Cents> {
  if (!funded.includes(kind)) return cents(0)
  const { rows } = await sql<{ left: number }>`
    SELECT (SELECT balance_cents FROM account WHERE owner_id = ${owner_id} AND currency = ${currency} AND kind = 'funding')
      - coalesce(sum(f.amount_cents + f.fee_cents - f.loaded_amount_cents - f.loaded_fee_cents), 0)::bigint AS left
    FROM batch_file f
    WHERE f.owner_id = ${owner_id} AND f.currency = ${currency} AND f.kind = ANY (${funded}::text[]) AND f.id <> ${id}
      AND f.approved_at IS NOT NULL AND f.processed_at IS NULL AND f.closed_at IS NULL
      AND (f.scheduled_at IS NULL OR (f.scheduled_at, f.id) < (${scheduled_at}, ${id}))
  `.execute(trx)
  return cents(Math.max(0, needed - (rows[0]?.left ?? 0)))
}
