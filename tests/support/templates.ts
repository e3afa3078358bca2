// Once for the whole host suite: a migrated and seeded database on each engine, of which every test file gets a copy
// (database.ts). Copying takes a fraction of migrating and seeding.
import { cpSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillWithDemo } from './demo.ts'
import { seedFolder } from './seed-folder.ts'

export interface Templates {
  /** Data folders of the embedded database. */
  embedded: { empty: string; demo: string }
  /** Names of databases on the server of TEST_POSTGRES_URL. */
  postgres: { empty: string; demo: string } | undefined
}

declare module 'vitest' {
  export interface ProvidedContext {
    templates: Templates
  }
}

export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-templates-'))
  const server = process.env['TEST_POSTGRES_URL']
  const names = { empty: `portal_empty_${process.pid}`, demo: `portal_demo_${process.pid}` }
  const files = { empty: join(folder, 'empty'), demo: join(folder, 'demo') }

  await Promise.all([makeEmbedded(files), server && makePostgres(server, names), makeForBrowser(folder)])
  project.provide('templates', { embedded: files, postgres: server ? names : undefined })

  return async () => {
    await rm(folder, { recursive: true, force: true })
    if (server) for (const name of Object.values(names)) await dropDatabase(server, name)
  }
}

/** For the browser tests of the same run, who find it whole or not at all; their own making of it takes twice as long. */
async function makeForBrowser(folder: string): Promise<void> {
  const wanted = process.env['SEEDED_DATA']
  if (wanted === undefined) return
  const made = join(folder, 'browser')
  await seedFolder(made)
  await rename(made, wanted)
}

type Of<Template> = Readonly<Record<'empty' | 'demo', Template>>

async function makeEmbedded(folders: Of<string>): Promise<void> {
  const empty = await connectDatabase({ dataDir: folders.empty })
  await migrate(empty.db)
  await empty.close()
  cpSync(folders.empty, folders.demo, { recursive: true })
  const demo = await connectDatabase({ dataDir: folders.demo })
  await fillWithDemo(demo.db)
  await demo.close()
}

async function makePostgres(server: string, names: Of<string>): Promise<void> {
  await withServer(server, (client) => client.query(`CREATE DATABASE ${names.demo}`))
  const migrated = await connectDatabase({ databaseUrl: addressOf(server, names.demo) })
  await migrate(migrated.db)
  await migrated.close()
  await withServer(server, (client) => client.query(`CREATE DATABASE ${names.empty} TEMPLATE ${names.demo}`))
  const demo = await connectDatabase({ databaseUrl: addressOf(server, names.demo) })
  await fillWithDemo(demo.db)
  await demo.close()
}

/** The address of another database on the same server. */
export function addressOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

// Kept for the next one: a line costs as much as a database that is made over it.
const lines = new Map<string, pg.Pool>()

/** Runs one thing on the server's own database, from which others are made and dropped. */
export async function withServer<T>(server: string, run: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const pool = lines.get(server) ?? new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
  // The server may end before its users.
  if (!lines.has(server)) pool.on('error', () => undefined)
  lines.set(server, pool)
  const client = await pool.connect()
  try {
    return await run(client)
  } finally {
    client.release()
  }
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await withServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
}
