// Creates the databases for benchmarks: in a private PostgreSQL, or on the server of DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { textToSecrets } from '#server/keys/secrets.ts'

export const secrets = textToSecrets('bench')

/** Creates a database with empty tables. Closing it drops it. */
export async function freshDatabase(): Promise<Database> {
  const databaseUrl = process.env['DATABASE_URL']
  const server = await connectDatabase(databaseUrl === undefined ? { dataDir: dataFolder() } : { databaseUrl })
  databaseCount += 1
  const name = `portal_bench_${process.pid}_${databaseCount}`
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(server.db)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const database = await connectDatabase({ databaseUrl: url.href })
  await migrate(database.db)
  return {
    ...database,
    close: async () => {
      await database.close()
      await sql`DROP DATABASE IF EXISTS ${sql.id(name)} WITH (FORCE)`.execute(server.db)
      await server.close()
    },
  }
}
let databaseCount = 0

/** One private PostgreSQL for all databases of a benchmark run. */
let folder: string | undefined
const dataFolder = (): string => (folder ??= temporaryFolder())

/** Seeds the demo programme with this many cards. */
export async function seedDemoCards<Given extends Database>(database: Given, cards: number): Promise<Given> {
  await seedDemo(database.db, { secrets, cards, now: Date.now })
  return database
}

/** Creates a temporary folder that is removed when the process exits. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.on('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
  return path
}
