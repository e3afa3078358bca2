// The databases that a bench measures on, its own and gone afterwards: PostgreSQL where the run has a server, embedded always.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { textToSecrets } from '#server/secrets.ts'

export const secrets = textToSecrets('bench')

/** The server's address; undefined where there is none. */
export const serverAddress: string | undefined = process.env['DATABASE_URL'] ?? process.env['TEST_POSTGRES_URL']

/** An empty database of the server, migrated; closing it drops it. */
export async function freshPostgres(address: string): Promise<Database & { readonly url: string }> {
  const server = await connectDatabase({ databaseUrl: address })
  made += 1
  const name = `portal_bench_${process.pid}_${made}`
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(server.db)
  const url = new URL(address)
  url.pathname = `/${name}`
  const database = await connectDatabase({ databaseUrl: url.href })
  await migrate(database.db)
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close()
      await sql`DROP DATABASE IF EXISTS ${sql.id(name)} WITH (FORCE)`.execute(server.db)
      await server.close()
    },
  }
}

/** An empty embedded database in a folder, migrated; closing it removes the folder. */
export async function freshEmbedded(): Promise<Database> {
  const dataDir = temporaryFolder()
  const database = await connectDatabase({ dataDir })
  await migrate(database.db)
  return {
    ...database,
    close: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The demo programme with so many cards in it. */
export async function withDemo<Given extends Database>(database: Given, cards: number): Promise<Given> {
  await seedDemo(database.db, { secrets, cards, now: Date.now })
  return database
}

/** Gone when the bench ends, however it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

let made = 0
