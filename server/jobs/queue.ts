// A durable job queue in the database. A job is enqueued in the transaction of the change that needs it. After the
// commit, `wake` starts the job, or any server finds it by polling, so several servers share the work. A job can run
// more than once. Unique keys in the ledger ensure that its effects happen only once. Rules: docs/security.md, T41.
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { isConnectionLost } from '#server/db/faults.ts'
import { type Log, errorToFields } from '#server/log.ts'

// This type is not imported from context.ts, because context.ts imports this file.
type Db = Kysely<Schema>

export interface JobOptions {
  /** Milliseconds since 1970. Without it the job is due immediately. */
  readonly runAt?: number
  /** With a key, nothing is enqueued if a job of this type and key is already waiting. */
  readonly singletonKey?: string
}

/** `payload` is unvalidated data from the database: parse it. If the handler throws, the job runs again later. */
export type JobHandler = (payload: unknown, job: { readonly id: number; readonly attempt: number }) => Promise<void>

/**
 * Lanes run in parallel, so a job is delayed only by jobs of its own lane. A code by e-mail is sent while a batch is
 * being posted, and batches are posted while the mail server does not respond. No user waits for a background job.
 */
type Lane = 'immediate' | 'mail' | 'messages' | 'background' | 'webhooks'

/** A consumer of webhooks can take 20 seconds to answer. Other consumers should not wait for it. */
const WEBHOOKS_AT_ONCE = 4

export interface Jobs {
  /** Pass the transaction of the change, so that both are committed or neither. Call `wake` after the commit. */
  readonly enqueue: (db: Db, kind: string, payload: object, options?: JobOptions) => Promise<void>
  /** Removes a waiting job, in the transaction of the change. A job that has started continues. */
  readonly cancel: (db: Db, kind: string, singletonKey: string) => Promise<void>
  readonly registerHandler: (kind: string, lane: Lane, handler: JobHandler) => void
  readonly wake: () => void
  /** Starts running jobs. */
  readonly start: () => Promise<void>
  /** Claims no more jobs, and waits for running jobs. */
  readonly stop: () => Promise<void>
}

interface Options {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
  /** Jobs belong to the owner whose server or command enqueued them, and only that owner's servers run them. */
  readonly ownerId: number
  /** True if no other process uses this database. All leases at the start are then from killed servers. */
  readonly ignoresLeases: boolean
  /** False while jobs must not run, because the disk is full or a newer server has changed the tables. */
  readonly canRun?: () => boolean
  /** The number of immediate jobs that run at the same time. The other lanes run one job at a time, except webhooks. */
  readonly concurrency?: number
  readonly pollMs?: number
  /** Called after each run of a job. */
  readonly onRun?: (run: { readonly kind: string; readonly hasFailed: boolean }) => Promise<void>
}

interface ClaimedJob {
  readonly id: number
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
}

const LEASE_SECONDS = 15
const RENEW_MS = 5_000
const MAX_BACKOFF_SECONDS = 300
/** The delay after a lost database connection, which is not a failure of the job. */
const CONNECTION_RETRY_MS = 1_000

export function createJobs({
  db,
  log,
  now,
  ownerId,
  ignoresLeases,
  concurrency = 1,
  pollMs = 2_000,
  canRun = () => true,
  onRun = () => Promise.resolve(),
}: Options): Jobs {
  const handlers = new Map<string, JobHandler>()
  const lanes = new Map<Lane, readonly string[]>()
  let isRunning = false
  let loops: Promise<unknown> = Promise.resolve()
  let sleepers: (() => void)[] = []
  /** Counts the calls of `wake`. If the count changes while a lane queries, the lane queries again without sleeping. */
  let wakeCount = 0

  const laneToLoopCount = (lane: Lane): number => {
    if (lane === 'immediate') return concurrency
    return lane === 'webhooks' ? WEBHOOKS_AT_ONCE : 1
  }
  const wake = () => {
    wakeCount += 1
    const sleepersToWake = sleepers
    sleepers = []
    for (const wakeSleeper of sleepersToWake) wakeSleeper()
  }
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      sleepers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })

  const runLane = async (kinds: readonly string[]) => {
    while (isRunning) {
      const wakeCountBefore = wakeCount
      const lease = randomUUID()
      const job = canRun() ? await claimOrWarn(kinds, lease) : undefined
      const wasWoken = wakeCount !== wakeCountBefore
      if (job) await runJob(job, lease)
      else if (isRunning && !wasWoken) await sleep()
    }
  }

  const claimOrWarn = (kinds: readonly string[], lease: string) =>
    claim(db, { ownerId, kinds, lease, programmeNow: now() }).catch((error: unknown) => {
      log.warn(errorToFields(error), 'no job could be claimed')
      return undefined
    })

  const runJob = async (job: ClaimedJob, lease: string) => {
    const renewal = setInterval(() => void renew(db, job.id, lease).catch(() => undefined), RENEW_MS)
    try {
      await handlers.get(job.kind)?.(job.payload, { id: job.id, attempt: job.attempts })
      await sql`DELETE FROM job WHERE id = ${job.id} AND lease = ${lease}`.execute(db)
      await reportRun(job.kind, { hasFailed: false })
    } catch (error) {
      log.error({ job: job.kind, jobId: job.id, attempt: job.attempts, ...errorToFields(error) }, 'a job failed')
      const backoffMs = Math.min(2 ** job.attempts, MAX_BACKOFF_SECONDS) * 1000
      const delayMs = isConnectionLost(error) ? CONNECTION_RETRY_MS : backoffMs
      await returnToQueue(job, lease, delayMs)
      await reportRun(job.kind, { hasFailed: true })
    } finally {
      clearInterval(renewal)
    }
  }

  /** Only warns if `onRun` fails, because the job itself must not run again. */
  const reportRun = (kind: string, { hasFailed }: { readonly hasFailed: boolean }) =>
    onRun({ kind, hasFailed }).catch((error: unknown) =>
      log.warn({ job: kind, ...errorToFields(error) }, 'a run was not reported'),
    )

  /** Retries while the database is down, because otherwise no server could run the job until its lease expires. */
  const returnToQueue = async (job: ClaimedJob, lease: string, delayMs: number) => {
    for (;;) {
      try {
        return await postpone(db, job.id, lease, now() + delayMs)
      } catch (error) {
        if (!isConnectionLost(error) || !isRunning) return
        await sleep()
      }
    }
  }

  const isOfOwner = isOfOwnerSql(ownerId)
  return {
    async enqueue(trx, kind, payload, { runAt, singletonKey } = {}) {
      await sql`
        INSERT INTO job (owner_id, kind, payload, singleton_key, run_at, created_at)
        VALUES (${ownerId}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${singletonKey ?? null}, ${new Date(runAt ?? now())}, ${new Date(now())})
        ON CONFLICT (kind, singleton_key, owner_id) WHERE ${hasNotStartedSql} DO NOTHING`.execute(trx)
    },
    async cancel(trx, kind, singletonKey) {
      await sql`
        DELETE FROM job
        WHERE kind = ${kind} AND singleton_key = ${singletonKey} AND ${hasNotStartedSql} AND ${isOfOwner}`.execute(trx)
    },
    registerHandler(kind, lane, handler) {
      handlers.set(kind, handler)
      lanes.set(lane, [...(lanes.get(lane) ?? []), kind])
    },
    wake,
    async start() {
      if (isRunning) return
      if (ignoresLeases)
        await sql`UPDATE job SET leased_until = NULL WHERE leased_until IS NOT NULL AND ${isOfOwner}`.execute(db)
      isRunning = true
      const startedLoops: Promise<void>[] = []
      for (const [lane, kinds] of lanes) {
        for (let left = laneToLoopCount(lane); left > 0; left -= 1) startedLoops.push(runLane(kinds))
      }
      loops = Promise.all(startedLoops)
    },
    async stop() {
      isRunning = false
      wake()
      await loops
    },
  }
}

/** SQL that is true for a job that has never started. */
const hasNotStartedSql = sql`attempts = 0`

/** SQL that is true for a job of the owner, and for a job without an owner. */
const isOfOwnerSql = (ownerId: number) => sql`(owner_id = ${ownerId} OR owner_id IS NULL)`

interface Claim {
  readonly ownerId: number
  /** The types of jobs of the lane. */
  readonly kinds: readonly string[]
  readonly lease: string
  /** The time of the programme's clock, for `run_at`. Leases use the clock of the database. */
  readonly programmeNow: number
}

/** Takes the oldest due job without a lease. Skips rows that another server has locked. */
async function claim(db: Db, { ownerId, kinds, lease, programmeNow }: Claim): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    UPDATE job SET lease = ${lease}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
    WHERE id = (
      SELECT id FROM job
      WHERE ${isOfOwnerSql(ownerId)} AND kind = ANY (${kinds}::text[]) AND run_at <= ${new Date(programmeNow)}
        AND (leased_until IS NULL OR leased_until < now())
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts`.execute(db)
  return rows[0]
}

async function renew(db: Db, id: number, lease: string): Promise<void> {
  await sql`
    UPDATE job SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${id} AND lease = ${lease}`.execute(db)
}

async function postpone(db: Db, id: number, lease: string, runAt: number): Promise<void> {
  await sql`
    UPDATE job SET leased_until = NULL, run_at = ${new Date(runAt)} WHERE id = ${id} AND lease = ${lease}`.execute(db)
}
