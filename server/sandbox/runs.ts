// Records the jobs that run in a sandbox, so that the user who moves its clock sees what the move has caused.
import { sql } from 'kysely'
import type { ClockJob } from '#contract/sandbox.ts'
import type { Db } from '../operations/context.ts'

/** The work that a job belongs to. Jobs that are not listed are upkeep. */
const workByJob: Readonly<Record<string, ClockJob>> = {
  'process-batch': 'batches',
  'preflight-batch': 'checks',
  'issue-order': 'orders',
  'finalise-order': 'orders',
  'batch-mail': 'messages',
  'order-mail': 'messages',
  'funding-mail': 'messages',
  'send-mail': 'messages',
  'send-digest': 'messages',
  'remind-password': 'messages',
  'send-notifications': 'messages',
  'deliver-webhook': 'webhooks',
  'make-report-file': 'reports',
  'run-saved-report': 'reports',
  'store-reports': 'reports',
  'feed-upkeep': 'holds',
}

export async function recordRun(
  db: Db,
  { kind, hasFailed, at }: { readonly kind: string; readonly hasFailed: boolean; readonly at: number },
): Promise<void> {
  await db
    .insertInto('sandbox_run')
    .values({ kind, has_failed: hasFailed, at: new Date(at) })
    .execute()
}

export interface RanWork {
  readonly work: ClockJob
  readonly count: number
  readonly failedCount: number
}

/** The runs after the run with the id `after`, and the number of due jobs that have not ended yet. */
export async function readRuns(
  db: Db,
  { ownerId, after, now }: { readonly ownerId: number; readonly after: number; readonly now: number },
): Promise<{ readonly lastRun: number; readonly waiting: number; readonly ran: RanWork[] }> {
  // The jobs are counted before the runs are read. A job that ends meanwhile is counted twice, but never missed.
  const { rows: waiting } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM job
    WHERE (owner_id = ${ownerId} OR owner_id IS NULL) AND run_at <= ${new Date(now)}`.execute(db)
  const runs = await db
    .selectFrom('sandbox_run')
    .select(['id', 'kind', 'has_failed'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  const ran = new Map<ClockJob, RanWork>()
  for (const { kind, has_failed: hasFailed } of runs) {
    const work = workByJob[kind] ?? 'upkeep'
    const { count, failedCount } = ran.get(work) ?? { count: 0, failedCount: 0 }
    ran.set(work, { work, count: count + 1, failedCount: failedCount + (hasFailed ? 1 : 0) })
  }
  return { lastRun: runs.at(-1)?.id ?? after, waiting: waiting[0]?.count ?? 0, ran: [...ran.values()] }
}

/** The id of the newest run, to read later what has run since. */
export async function readLastRun(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT coalesce(max(id), 0)::int AS id FROM sandbox_run`.execute(db)
  return rows[0]?.id ?? 0
}
