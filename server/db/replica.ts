// Chooses the database for reports: the replica of REPORTS_DATABASE_URL if it is available and recent, otherwise the
// primary.
import { sql } from 'kysely'
import { connectDatabase } from './connect.ts'
import { newestVersion } from './migrate.ts'
import { errorToFields } from '#server/log.ts'
import type { Db, Replica, Services } from '#server/operations/context.ts'

/** With a larger lag, old figures could be mistaken for current ones. */
const MAX_LAG_SECONDS = 300
/** A replica that failed is tried again after this time. */
const RETRY_MS = 10_000

export async function connectReplica(url: string, { db, log }: Pick<Services, 'db' | 'log'>): Promise<Replica> {
  const replica = await connectDatabase({ databaseUrl: url, log })
  let unusableUntil = 0
  /** Does not try the replica for a while, because a replica that does not answer costs a report seconds. */
  const giveUp = (reason: object) => {
    unusableUntil = performance.now() + RETRY_MS
    log.warn(reason, 'the replica for reports cannot be used: reports are read on the primary')
  }
  return {
    db: replica.db,
    close: replica.close,
    lagSeconds: async () => {
      if (performance.now() < unusableUntil) return undefined
      try {
        const endOfLog = await readEndOfLog(db)
        if (!(await replica.isAlive())) {
          giveUp({ replicaFault: 'no answer' })
          return undefined
        }
        const state = await readState(replica.db, endOfLog)
        const { lag, version } = state
        const replicaFault = findFault(state)
        // The lag is below 0 if the clocks of the two servers differ.
        if (lag !== null && replicaFault === undefined) return Math.max(lag, 0)
        log.warn(
          { replicaFault, lagSeconds: lag, version },
          'the replica for reports is too old: reports are read on the primary',
        )
      } catch (error) {
        giveUp(errorToFields(error))
      }
      return undefined
    },
  }
}

/** The position at which the primary's log of changes ends now. */
async function readEndOfLog(primary: Db): Promise<string> {
  const { rows } = await sql<{ end: string }>`SELECT pg_current_wal_lsn()::text AS end`.execute(primary)
  return rows[0]?.end ?? ''
}

interface ReplicaState {
  /** In seconds. Null if the database is no replica. */
  readonly lag: number | null
  /** The version of the tables. */
  readonly version: number | null
}

/**
 * A replica has no lag if it has replayed the primary's log up to `endOfLog`. The time of the last replayed change alone
 * does not show the lag, because an idle primary changes nothing.
 */
async function readState(replica: Db, endOfLog: string): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`
    SELECT CASE WHEN pg_last_wal_replay_lsn() >= ${endOfLog}::pg_lsn THEN 0
                ELSE ceil(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()))::int END AS lag,
           (SELECT max(number) FROM migration) AS version`.execute(replica)
  return rows[0] ?? { lag: null, version: null }
}

/** Why the replica cannot be used. Undefined if it can be used. */
function findFault({ lag, version }: ReplicaState): string | undefined {
  if (version !== newestVersion) return 'other version'
  if (lag === null) return 'no standby'
  return lag > MAX_LAG_SECONDS ? 'lag' : undefined
}

/** The database for a report: the replica, with the age of its figures, or the primary. */
export async function chooseReportsDatabase({
  db,
  replica,
}: Pick<Services, 'db' | 'replica'>): Promise<{ readonly db: Db; readonly lagSeconds?: number }> {
  const lagSeconds = await replica?.lagSeconds()
  if (!replica || lagSeconds === undefined) return { db }
  return { db: replica.db, lagSeconds }
}
