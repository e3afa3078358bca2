// Runs once per test run: starts a PostgreSQL server with a migrated database and a database with the demo programme,
// which tests copy (database.ts). A copy takes a fraction of the time of migrating and seeding.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillWithDemo } from './demo.ts'
import { startPostgres } from './postgres.ts'

export type Template = 'empty' | 'demo'

export interface Templates {
  /** The connection URL of the server's own database, for creating others. */
  readonly server: string
  /** The name of each template's database on the server. */
  readonly names: Readonly<Record<Template, string>>
}

declare module 'vitest' {
  export interface ProvidedContext {
    templates: Templates
  }
}

export default async function makeTemplates(project: TestProject): Promise<() => void> {
  const { url, remove } = await startPostgres()
  // Stops the server also if the run is aborted.
  process.once('exit', remove)
  const names = { empty: 'portal_empty', demo: 'portal_demo' }
  await withServer(url, (client) => client.query(`CREATE DATABASE ${names.demo}`))
  const emptyDemo = await connectDatabase({ databaseUrl: toDatabaseUrl(url, names.demo) })
  await migrate(emptyDemo.db)
  await emptyDemo.close()
  await copyDatabase(url, names.demo, names.empty)
  const demoDatabase = await connectDatabase({ databaseUrl: toDatabaseUrl(url, names.demo) })
  await fillWithDemo(demoDatabase.db)
  await demoDatabase.close()
  project.provide('templates', { server: url, names })
  return () => {
    process.removeListener('exit', remove)
    remove()
  }
}

/** The connection URL of another database on the same server. */
export function toDatabaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

// Pools stay open, since a connection takes as long as creating a database.
const pools = new Map<string, pg.Pool>()

/** Runs a query on the server's own database. */
export async function withServer<T>(server: string, run: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  let pool = pools.get(server)
  if (!pool) {
    pool = new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
    // The server may stop before the pool is closed.
    pool.on('error', () => undefined)
    pools.set(server, pool)
  }
  const client = await pool.connect()
  try {
    return await run(client)
  } finally {
    client.release()
  }
}

/** Copies the files: PostgreSQL's default writes every page to the write-ahead log too, which takes twice as long. */
export const copyDatabase = (server: string, from: string, to: string): Promise<unknown> =>
  withServer(server, (client) => client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`))

export const dropDatabase = (server: string, name: string): Promise<unknown> =>
  withServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
