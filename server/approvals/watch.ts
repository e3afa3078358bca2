// Watches each batch and order with approval rules until it runs or ends. Reminds the users who have to sign, and
// reports once if no one can sign. The job itself stores what was sent, so no table is needed. Rules:
// docs/rules/approvals.md, "Reminders".
import { sql } from 'kysely'
import * as z from 'zod'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import { dueReminder } from '#domain/approvals/reminders.ts'
import { batchStates } from '#domain/batch/states.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { batchStateConditions } from '#server/db/batch-states.ts'
import { orderIsAwaiting } from '#server/db/order-states.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { isBlockedSql } from './blocked.ts'
import type { ApprovalSubjectName } from './signatures.ts'

const INTERVAL_MS = 15 * MINUTE_MS
const jobKinds = { batch: 'watch-batch', order: 'watch-order' } as const satisfies Record<ApprovalSubjectName, string>

const payload = z.strictObject({
  id: z.int(),
  /** The time of the submission, in milliseconds since 1970. */
  since: z.int(),
  /** The number of reminders that were sent. */
  reminders: z.int(),
  /** True if the last run found that no one could sign. The mail about this was then sent already. */
  isBlocked: z.boolean(),
})
type Watch = z.output<typeof payload>

/**
 * What a mail reports. 'reminded' tells the users who have to sign that a signature is still missing. 'escalated' tells
 * another group the same. 'blocked' reports that no one can sign.
 */
export type WatchEvent = 'reminded' | 'escalated' | 'blocked'

/** The queue, and the transaction in which a job is enqueued. */
interface QueueInTransaction {
  readonly jobs: Services['jobs']
  readonly db: Db
}

interface NextRun {
  readonly subject: ApprovalSubjectName
  readonly watch: Watch
  /** In milliseconds since 1970. */
  readonly runAt: number
}

const enqueueNextRun = ({ jobs, db }: QueueInTransaction, { subject, watch, runAt }: NextRun): Promise<void> =>
  jobs.enqueue(db, jobKinds[subject], watch, { singletonKey: String(watch.id), runAt })

interface Submission {
  readonly subject: ApprovalSubjectName
  readonly id: number
  /** The time of the submission, in milliseconds since 1970. */
  readonly since: number
}

/** Call this in the transaction of the submission. */
export async function enqueueWatch(queue: QueueInTransaction, { subject, id, since }: Submission): Promise<void> {
  const firstWatch: Watch = { id, since, reminders: 0, isBlocked: false }
  await enqueueNextRun(queue, { subject, watch: firstWatch, runAt: since + MINUTE_MS })
}

/** `enqueueMail` enqueues the mails about this subject, a batch or an order. */
export function registerWatch(
  { db, jobs, now }: Services,
  subject: ApprovalSubjectName,
  enqueueMail: (trx: Db, id: number, event: WatchEvent) => Promise<void>,
): void {
  jobs.registerHandler(jobKinds[subject], 'mail', async (data) => {
    const watch = payload.parse(data)
    await db.transaction().execute(async (trx) => {
      const row = await findWatched(trx, subject, watch.id)
      if (!row || row.hasEnded) return
      const reminder = row.isAwaiting ? dueReminder(row.terms.reminder, { ...watch, now: now() }) : undefined
      if (reminder) await enqueueMail(trx, watch.id, 'reminded')
      if (reminder?.escalates) await enqueueMail(trx, watch.id, 'escalated')
      const isNewlyBlocked = row.isBlocked && !watch.isBlocked
      if (isNewlyBlocked) await enqueueMail(trx, watch.id, 'blocked')
      const reminders = watch.reminders + (reminder ? 1 : 0)
      const nextWatch: Watch = { ...watch, reminders, isBlocked: row.isBlocked }
      await enqueueNextRun({ jobs, db: trx }, { subject, watch: nextWatch, runAt: now() + INTERVAL_MS })
    })
    jobs.wake()
  })
}

interface Watched {
  readonly terms: ApprovalTerms
  /** True if the batch or order waits for a signature. */
  readonly isAwaiting: boolean
  /** True for a batch that was processed, rejected, withdrawn or closed, and an order that was decided or cancelled. */
  readonly hasEnded: boolean
  /** True if no one can give the next signature. */
  readonly isBlocked: boolean
}

async function findWatched(db: Db, subject: ApprovalSubjectName, id: number): Promise<Watched | undefined> {
  const queries = {
    batch: sql<Watched>`
          SELECT f.approval_terms AS terms, ${batchStateConditions[batchStates.awaiting]} AS "isAwaiting", ${isBlockedSql.batch} AS "isBlocked",
                 num_nonnulls(f.rejected_at, f.withdrawn_at, f.closed_at, f.processed_at) > 0 AS "hasEnded"
          FROM batch_file f WHERE f.id = ${id} AND f.approval_terms IS NOT NULL`,
    order: sql<Watched>`
          SELECT o.approval_terms AS terms, ${orderIsAwaiting} AS "isAwaiting", ${isBlockedSql.order} AS "isBlocked",
                 num_nonnulls(o.approved_at, o.rejected_at, o.cancelled_at) > 0 AS "hasEnded"
          FROM card_order o WHERE o.id = ${id} AND o.approval_terms IS NOT NULL`,
  }
  const { rows } = await queries[subject].execute(db)
  return rows[0]
}
