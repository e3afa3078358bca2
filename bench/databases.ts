// The databases of the figures. `npm run bench` starts one private PostgreSQL for a whole run (or uses the server of
// DATABASE_URL) and sets BENCH_DATABASE_URL for the processes that measure. A database that several figures need is
// created once: copying it takes a fraction of the time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/seed.ts'
import type { Db } from '#server/operations/context.ts'
import { insertKeySet } from '#server/keys/database-keys.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { copyDatabase, dropDatabase, toDatabaseUrl, withServer } from '#tests/support/databases.ts'
import { testKeys, testSecrets as secrets, writeTestKeys } from '#tests/support/test-keys.ts'
import { isQuick } from './figure.ts'
import { multiplyCards } from './many-cards.ts'

export { secrets }

/** The number of cards of the demo programme, which are enough for the rows of all figures. */
const SEEDED_CARDS = isQuick ? 1_500 : 20_000
/** The number of cards of a large programme. */
export const MANY_CARDS = isQuick ? 15_000 : 1_000_000

const DEMO = 'portal_bench_demo'
const MANY = 'portal_bench_many'

/** Starts the database server of a run. `close` stops it and deletes its data. */
export async function startDatabases(): Promise<{ url: string; close: () => Promise<void> }> {
  const databaseUrl = process.env['DATABASE_URL']
  if (databaseUrl !== undefined) {
    const close = async () => {
      for (const name of [DEMO, MANY]) await dropDatabase(databaseUrl, name)
    }
    // A run that was killed leaves its databases behind.
    await close()
    return { url: databaseUrl, close }
  }
  const { url, close } = await connectDatabase({ dataDir: temporaryFolder() })
  return { url, close }
}

/** A copy of the demo programme, which the figure can change. Closing it drops it. */
export async function demoDatabase(): Promise<Database> {
  const name = `portal_bench_${process.pid}`
  await prepareDemo()
  await copyDatabase(serverUrl(), DEMO, name)
  const database = await connectDatabase({ databaseUrl: toDatabaseUrl(serverUrl(), name) })
  const close = async () => {
    await database.close()
    await dropDatabase(serverUrl(), name)
  }
  return { ...database, close }
}

/** A database with `MANY_CARDS` cards. Figures share it, so they change no cards. */
export async function manyCardsDatabase(): Promise<Database> {
  await prepareDemo()
  await prepare(MANY, DEMO, async (db) => {
    await multiplyCards(db, MANY_CARDS)
    // Otherwise autovacuum runs while the first figure is measured.
    await db.connection().execute(async (connection) => {
      await sql`SET statement_timeout = 0`.execute(connection)
      await sql`VACUUM ANALYZE`.execute(connection)
    })
  })
  return connectDatabase({ databaseUrl: toDatabaseUrl(serverUrl(), MANY) })
}

/** Starts the built server with a copy of the demo programme. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const folder = temporaryFolder()
  writeTestKeys(join(folder, 'keys'))
  await prepareDemo()
  return startServer({ env, seed: { server: serverUrl(), database: DEMO, folder } })
}

/** Creates the demo programme, which the other databases are copies of. */
const prepareDemo = (): Promise<void> =>
  prepare(DEMO, 'template1', async (db) => {
    await migrate(db)
    await insertKeySet(db, { state: 'current', keys: testKeys, secrets, earlierIndexKeys: [] })
    await seedDemo(db, { secrets, cards: SEEDED_CARDS, now: Date.now })
  })

/**
 * Copies the template and fills the copy, unless an earlier figure has done it. The database gets its name only when it is
 * complete, so that no figure uses an incomplete database of an interrupted figure.
 */
async function prepare(name: string, template: string, fill: (db: Db) => Promise<void>): Promise<void> {
  if (await exists(name)) return
  const unfinished = `${name}_unfinished`
  await dropDatabase(serverUrl(), unfinished)
  await copyDatabase(serverUrl(), template, unfinished)
  const { db, close } = await connectDatabase({ databaseUrl: toDatabaseUrl(serverUrl(), unfinished) })
  try {
    await fill(db)
  } finally {
    await close()
  }
  await withServer(serverUrl(), (client) => client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`))
}

const exists = (name: string): Promise<boolean> =>
  withServer(serverUrl(), async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    return rowCount === 1
  })

function serverUrl(): string {
  const url = process.env['BENCH_DATABASE_URL']
  if (url === undefined) throw new Error('BENCH_DATABASE_URL is not set: use `npm run bench`.')
  return url
}

/** Creates a temporary folder that is removed when the process exits. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.on('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
  return path
}
