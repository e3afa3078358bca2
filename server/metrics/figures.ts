// Current figures from the database, for the metrics and for `npm run programme -- status`.
import { sql } from 'kysely'
import { batchStates } from '#domain/batch/states.ts'
import { batchStateConditions } from '../db/batch-states.ts'
import { fileIsWaiting, orderIsAwaiting } from '../db/order-states.ts'
import { readForecast } from '../funding/forecast.ts'
import type { Db } from '../operations/context.ts'

export interface JobFigures {
  readonly kind: string
  /** Jobs that are due and not started. */
  readonly waiting: number
  readonly running: number
  /** Jobs for later: scheduled batches, retries, nightly reports. */
  readonly scheduled: number
  /** Seconds since the oldest waiting job was due. 0 if no job is waiting. */
  readonly oldestSeconds: number
}

/** The proof of the ledger or the audit trail. */
export interface ProofFigures {
  /** Seconds since the last complete proof. Undefined before the first proof. */
  readonly secondsSinceProof: number | undefined
  /** The number of faults that the last proof found. */
  readonly faults: number
}

export interface Figures {
  /** Seconds since the database was set up. */
  readonly age: number
  readonly jobs: readonly JobFigures[]
  readonly ledger: ProofFigures
  readonly trail: ProofFigures & {
    /** The position of the last link or, if all links were deleted, of the last deleted link. Never decreases. */
    readonly position: number
  }
  /** Batches and orders by state, except those in a final state. */
  readonly open: readonly OpenFigures[]
  readonly feed: FeedFigures
  readonly funds: FundsFigures
}

/** The funding account. */
export interface FundsFigures {
  /** True if the balance of the account does not suffice for approved batches and orders. */
  readonly isShort: boolean
  /** True if the available funds are below the threshold of the programme. */
  readonly isLow: boolean
}

/** The events of the card processor. */
export interface FeedFigures {
  /** Events that could not be applied, and are not resolved. */
  readonly exceptions: number
  /** Days and campaigns whose totals differ. */
  readonly differences: number
  /** Seconds since the last event was received. Undefined before the first event. */
  readonly secondsSinceEvent: number | undefined
}

export interface OpenFigures {
  readonly work: 'batch' | 'order'
  readonly state: string
  readonly count: number
}

/** Reads all figures. `at`: milliseconds since 1970. Takes a few milliseconds, however large the programme is. */
export async function readFigures(db: Db, ownerId: number, at: number): Promise<Figures> {
  const now = new Date(at)
  const isNotRunningSql = sql`(leased_until IS NULL OR leased_until <= ${now})`
  const isWaitingSql = sql`run_at <= ${now} AND ${isNotRunningSql}`
  const jobs = await sql<JobFigures>`
    SELECT kind,
      (count(*) FILTER (WHERE ${isWaitingSql}))::int AS "waiting",
      (count(*) FILTER (WHERE leased_until > ${now}))::int AS "running",
      (count(*) FILTER (WHERE run_at > ${now} AND ${isNotRunningSql}))::int AS "scheduled",
      coalesce(extract(epoch FROM ${now} - min(run_at) FILTER (WHERE ${isWaitingSql})), 0)::float AS "oldestSeconds"
    FROM job WHERE owner_id = ${ownerId} OR owner_id IS NULL GROUP BY kind ORDER BY kind`.execute(db)
  const { rows: proofs } = await sql<{
    age: number
    secondsSinceProof: number | null
    faults: number
    trailSeconds: number | null
    trailFaults: number
    trailPosition: number
  }>`
    SELECT extract(epoch FROM ${now} - (SELECT min(applied_at) FROM migration))::float AS age,
      extract(epoch FROM ${now} - whole_proved_at)::float AS "secondsSinceProof",
      coalesce((SELECT sum((fault->>'count')::bigint) FROM jsonb_array_elements(faults) AS fault), 0)::int AS faults,
      extract(epoch FROM ${now} - trail_verified_at)::float AS "trailSeconds", trail_faults AS "trailFaults",
      greatest((SELECT max(position) FROM audit_link), (SELECT max(position) FROM audit_anchor), 0) AS "trailPosition"
    FROM ledger_proof`.execute(db)
  const proof = proofs[0]
  return {
    age: proof?.age ?? 0,
    jobs: jobs.rows,
    ledger: { secondsSinceProof: proof?.secondsSinceProof ?? undefined, faults: proof?.faults ?? 0 },
    trail: {
      secondsSinceProof: proof?.trailSeconds ?? undefined,
      faults: proof?.trailFaults ?? 0,
      position: proof?.trailPosition ?? 0,
    },
    open: await readOpenFigures(db, ownerId),
    feed: await readFeedFigures(db, ownerId, now),
    funds: await readFundsFigures(db, ownerId, at),
  }
}

async function readFundsFigures(db: Db, ownerId: number, now: number): Promise<FundsFigures> {
  // The time zone in which days are counted does not change whether the balance suffices.
  const { shortage, isLow } = await readForecast(db, { ownerId, now, timeZone: 'UTC' })
  return { isShort: shortage !== undefined, isLow }
}

async function readFeedFigures(db: Db, ownerId: number, now: Date): Promise<FeedFigures> {
  const { rows } = await sql<{ exceptions: number; differences: number; seconds: number | null }>`
    SELECT (SELECT count(*)::int FROM feed_total WHERE owner_id = ${ownerId} AND differs) AS differences,
      (SELECT count(*)::int FROM feed_exception WHERE owner_id = ${ownerId} AND resolved_at IS NULL) AS exceptions,
      (SELECT extract(epoch FROM ${now} - max(last_used_at))::float FROM (
        SELECT last_used_at FROM feed_key WHERE owner_id = ${ownerId}
        UNION ALL
        SELECT k.last_used_at FROM machine_user k JOIN user_account u ON u.id = k.id
        WHERE u.owner_id = ${ownerId} AND 'Feed.write' = ANY (k.scopes)
      ) used) AS seconds`.execute(db)
  const { exceptions = 0, differences = 0, seconds } = rows[0] ?? {}
  return { exceptions, differences, secondsSinceEvent: seconds ?? undefined }
}

async function readOpenFigures(db: Db, ownerId: number): Promise<readonly OpenFigures[]> {
  const { rows } = await sql<OpenFigures>`
    SELECT 'batch' AS work, 'awaiting approval' AS state, count(*)::int AS count
    FROM batch_file f WHERE f.owner_id = ${ownerId} AND ${batchStateConditions[batchStates.awaiting]}
    UNION ALL
    SELECT 'batch', 'processing', count(*)::int
    FROM batch_file f WHERE f.owner_id = ${ownerId} AND ${batchStateConditions[batchStates.processing]}
    UNION ALL
    SELECT 'order', 'awaiting approval', count(*)::int
    FROM card_order o WHERE o.owner_id = ${ownerId} AND ${orderIsAwaiting}
    UNION ALL
    SELECT 'order', 'file not fetched', count(*)::int
    FROM card_order o WHERE o.owner_id = ${ownerId} AND ${fileIsWaiting}`.execute(db)
  return rows
}
