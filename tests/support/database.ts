// Creates a database for a test file: a copy of a migrated template, either empty or filled with the demo programme.
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { addressOf, copyDatabase, dropDatabase, type Template, withServer } from './templates.ts'

export interface FreshDatabase {
  readonly address: string
  readonly drop: () => Promise<void>
}

/**
 * A separate database, dropped when it is closed. 'demo' has the users and 400 cards of the demo programme.
 * `maxConnections: 1` reveals code that requests a second connection inside a transaction: it waits forever.
 */
export async function freshDatabase(template: Template = 'demo', { maxConnections = 1 } = {}): Promise<Database> {
  const { address, drop } = await freshAddress(template)
  const database = await connectDatabase({ databaseUrl: address, maxConnections })
  return {
    ...database,
    // On a busy machine a query can take so long that the server would consider the database dead and refuse all calls.
    // Tests of a database that hangs or is unreachable open it by its address instead.
    isAlive: () => Promise.resolve(true),
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** The address of a new database, for servers that run as processes (DATABASE_URL). */
export async function freshAddress(template: Template | 'nothing' = 'demo'): Promise<FreshDatabase> {
  const { server, names } = inject('templates')
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  if (template === 'nothing') await withServer(server, (client) => client.query(`CREATE DATABASE ${name}`))
  else await copyDatabase(server, names[template], name)
  return { address: addressOf(server, name), drop: async () => void (await dropDatabase(server, name)) }
}
