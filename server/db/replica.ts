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
        // A replica has no lag if it has replayed the primary's log up to its present end. The time of the last replayed
        // change alone does not show the lag, because an idle primary changes nothing.
        const { rows: ends } = await sql<{ end: string }>`SELECT pg_current_wal_lsn()::text AS end`.execute(db)
        const endOfLog = ends[0]?.end ?? ''
        if (!(await replica.isAlive())) {
          unusableUntil = performance.now() + RETRY_MS
          log.warn(
            { replicaFault: 'no answer' },
            'the replica for reports cannot be used: reports are read on the primary',
          )
          return undefined
        }
        const { rows } = await sql<{ lag: number | null; version: number | null }>`
          SELECT CASE WHEN pg_last_wal_replay_lsn() >= ${endOfLog}::pg_lsn THEN 0
                      ELSE ceil(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()))::int END AS lag,
                 (SELECT max(number) FROM migration) AS version`.execute(replica.db)
        const { lag, version } = rows[0] ?? { lag: null, version: null }
        const replicaFault = findFault(lag, version)
        // The lag is below 0 if the clocks of the two servers differ.
        if (lag !== null && replicaFault === undefined) return Math.max(lag, 0)
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

/** Why the replica cannot be used. Undefined if it can be used. The lag is null if the database is no replica. */
function findFault(lag: number | null, version: number | null): string | undefined {
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
