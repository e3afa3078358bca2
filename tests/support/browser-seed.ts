// The seeded programme that the servers of browser tests copy. Playwright's global set-up creates it once per run, with the
// built server, since Playwright takes much longer to compile the server's sources.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { toDatabaseUrl, withServer } from './databases.ts'
import { untilNextTry } from './pauses.ts'
import { startPostgres } from './postgres.ts'
import { SEED_VARIABLE, type Seed, startServer } from './server.ts'

const DATABASE = 'portal_browser'

/**
 * Seeds a database on the server of this connection URL, and a folder. All worker processes that start from now on use
 * them.
 */
async function createBrowserSeed(databaseServer: string, folder: string): Promise<void> {
  await withServer(databaseServer, (client) => client.query(`CREATE DATABASE ${DATABASE}`))
  const databaseUrl = toDatabaseUrl(databaseServer, DATABASE)
  const server = await startServer({ env: { DATABASE_URL: databaseUrl }, parent: folder })
  await makeDueReports(databaseUrl)
  await server.stop()
  const seed: Seed = { server: databaseServer, database: DATABASE, folder: server.dataDir }
  process.env[SEED_VARIABLE] = JSON.stringify(seed)
}

/** The automatic reports of two months, which take longer than a test: the copies need not make them again. */
async function makeDueReports(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query("UPDATE job SET run_at = now() WHERE kind = 'store-reports'")
    while ((await client.query('SELECT FROM job WHERE run_at <= now()')).rowCount !== 0) await untilNextTry()
  } finally {
    await client.end()
  }
}

export default async function setUp(): Promise<() => Promise<void>> {
  const { url, remove } = await startPostgres()
  process.once('exit', remove)
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  await createBrowserSeed(url, folder)
  return async () => {
    process.removeListener('exit', remove)
    remove()
    await rm(folder, { recursive: true, force: true })
  }
}
