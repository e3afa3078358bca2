// Runs once per test run: starts a PostgreSQL server with a migrated database and a database with the demo programme,
// which tests copy (database.ts). A copy takes a fraction of the time of migrating and seeding.
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillWithDemo } from './demo.ts'
import { copyDatabase, toDatabaseUrl, withServer } from './databases.ts'
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
