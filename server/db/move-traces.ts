// Finds out whether `client move` (docs/running/move-a-client.md) has begun and not ended, from its traces in the two
// databases. Every role can read these traces, because they are in the catalogs.
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/operations/context.ts'
import { splitServers } from './primary.ts'

/** The name of the publication in the old database, and of the subscription and a schema in the new database. */
export const MOVE = 'portal_move'

const CONNECT_TIMEOUT_MS = 3_000
const isOldDatabaseSql = `EXISTS (SELECT FROM pg_publication WHERE pubname = '${MOVE}')`
const isNewDatabaseSql = `EXISTS (SELECT FROM pg_namespace WHERE nspname = '${MOVE}')`

/** A sentence for the administrator about a move that has not ended. Undefined if there is none. */
export async function describeMove(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ isOld: boolean; isNew: boolean }>`
    SELECT ${sql.raw(isOldDatabaseSql)} AS "isOld", ${sql.raw(isNewDatabaseSql)} AS "isNew"`.execute(db)
  const [traces] = rows
  if (traces?.isNew)
    return 'the programme has moved to this database, and the old server still keeps its log: run npm run programme -- client move to the end.'
  if (traces?.isOld)
    return 'a move to another server has begun, and until it ends this server keeps its log: run npm run programme -- client move again, or with --undo.'
  return undefined
}

/** True if a move has made the programme read-only at all servers of the URL. Throws if a server cannot be reached. */
export async function isPausedByMove(databaseUrl: string): Promise<boolean> {
  const arePaused = await Promise.all(splitServers(databaseUrl).map(isOldAndPaused))
  return arePaused.includes(true)
}

/** True if a move copies from this database, and has made it read-only. */
async function isOldAndPaused(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isPaused: boolean }>(
      `SELECT ${isOldDatabaseSql} AND current_setting('default_transaction_read_only')::boolean AS "isPaused"`,
    )
    return rows[0]?.isPaused ?? false
  } finally {
    await client.end().catch(() => undefined)
  }
}
