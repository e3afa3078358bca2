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
  return {
    db: replica.db,
    close: replica.close,
    lagSeconds: async () => {
      // A replica that does not answer costs a report seconds, so not every report tries it.
      if (performance.now() < unusableUntil) return undefined
      try {
        // An idle primary writes nothing, so the time of the last change does not show the lag. A replica that has
        // replayed everything up to the primary's current end has no lag.
        const { rows: ends } = await sql<{ end: string }>`SELECT pg_current_wal_lsn()::text AS end`.execute(db)
        if (!(await replica.isAlive())) {
          unusableUntil = performance.now() + RETRY_MS
          log.warn(
            { replicaFault: 'no answer' },
            'the replica for reports cannot be used: reports are read on the primary',
          )
          return undefined
        }
        const { rows } = await sql<{ lag: number | null; version: number | null }>`
          SELECT CASE WHEN pg_last_wal_replay_lsn() >= ${ends[0]?.end ?? ''}::pg_lsn THEN 0
                      ELSE ceil(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()))::int END AS lag,
                 (SELECT max(number) FROM migration) AS version`.execute(replica.db)
        const { lag = null, version = null } = rows[0] ?? {}
        if (lag !== null && lag <= MAX_LAG_SECONDS && version === newestVersion) return Math.max(lag, 0)
        const replicaFault = version !== newestVersion ? 'other version' : lag === null ? 'no standby' : 'lag'
        log.warn(
          { replicaFault, lagSeconds: lag, version },
          'the replica for reports is too old: reports are read on the primary',
        )
      } catch (error) {
        unusableUntil = performance.now() + RETRY_MS
        log.warn(errorToFields(error), 'the replica for reports cannot be used: reports are read on the primary')
      }
      return undefined
    },
  }
}

/** The database for a report, with the age of its figures if it is a replica. */
export async function chooseReportsDatabase({
  db,
  replica,
}: Pick<Services, 'db' | 'replica'>): Promise<{ readonly db: Db; readonly lagSeconds?: number }> {
  const lagSeconds = await replica?.lagSeconds()
  return replica && lagSeconds !== undefined ? { db: replica.db, lagSeconds } : { db }
}
