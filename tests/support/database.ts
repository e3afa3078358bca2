// Creates a database for a test file: a copy of a migrated template, either empty or filled with the demo programme.
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { copyDatabase, dropDatabase, toDatabaseUrl, withServer } from './databases.ts'
import type { Template } from './templates.ts'

export interface NewDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/**
 * A separate database, dropped when it is closed. 'demo' has the users and 400 cards of the demo programme.
 * `maxConnections: 1` reveals code that requests a second connection inside a transaction: it waits forever.
 */
export async function freshDatabase(template: Template = 'demo', { maxConnections = 1 } = {}): Promise<Database> {
  const { url, drop } = await createDatabase(template)
  const database = await connectDatabase({ databaseUrl: url, maxConnections })
  return {
    ...database,
    // On a busy machine a query can take so long that the server would consider the database dead and refuse all calls.
    // Tests of a database that hangs or is unreachable open it by its URL instead.
    isAlive: () => Promise.resolve(true),
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** Creates a database for servers that run as processes, and returns its connection URL (DATABASE_URL). */
export async function createDatabase(template: Template | 'nothing' = 'demo'): Promise<NewDatabase> {
  const { server, names } = inject('templates')
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  if (template === 'nothing') await withServer(server, (client) => client.query(`CREATE DATABASE ${name}`))
  else await copyDatabase(server, names[template], name)
  return { url: toDatabaseUrl(server, name), drop: async () => void (await dropDatabase(server, name)) }
}
