// Tracks which processes use the database. Servers and most commands hold a shared lock while they run. A command that
// needs exclusive access (new keys) takes the lock exclusively. The lock belongs to a transaction that stays open,
// without a snapshot. It is no session lock: behind a connection pooler, the next client of the same connection would
// get a session lock.
import { sql } from 'kysely'
import type pg from 'pg'
import { DatabaseClient } from './connections.ts'
import { advisoryLocks } from './advisory-locks.ts'

const CONNECT_TIMEOUT_MS = 3_000
const RETRY_MS = 1_000

export interface Presence {
  readonly release: () => Promise<void>
}
export interface SharedPresence extends Presence {
  /** Resolves when the lock was lost and cannot be taken again, or must not be taken again. */
  readonly blocked: Promise<void>
  /**
   * True if no other process used the database when this one started. Then no other process is still doing work that was
   * begun earlier.
   */
  readonly wasAlone: boolean
}

/** Takes the lock exclusively. Undefined if another process uses the database. */
export async function claimExclusively(databaseUrl: string): Promise<Presence | undefined> {
  const client = await connect(databaseUrl)
  if (await tryLock(client, 'exclusive')) return { release: () => client.end() }
  await client.end()
  return undefined
}

/**
 * Takes the shared lock. Undefined if another process has exclusive access. If the connection is lost, the lock is lost
 * too. When the database is back, the lock is taken again if `canStay` returns true. `canStay` returns false if this
 * process must end, because the database was changed meanwhile.
 */
export async function registerPresence(
  databaseUrl: string,
  canStay: () => Promise<boolean>,
): Promise<SharedPresence | undefined> {
  let client = await connect(databaseUrl)
  if (!(await tryLock(client, 'shared'))) {
    await client.end()
    return undefined
  }
  const wasAlone = await isOnlyHolder(client)
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  let resolveBlocked: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => {
    resolveBlocked = resolve
  })
  const watchForLoss = () =>
    client.once('end', () => {
      if (!isReleased) scheduleReconnect()
    })
  const scheduleReconnect = () => {
    timer = setTimeout(() => void reconnect(), RETRY_MS).unref()
  }
  const reconnect = async () => {
    try {
      client = await connect(databaseUrl)
      const hasLock = await tryLock(client, 'shared')
      const isAllowed = hasLock && (await canStay())
      if (isAllowed && !isReleased) {
        watchForLoss()
        return
      }
      await client.end()
      if (!isReleased) resolveBlocked()
    } catch {
      await client.end().catch(() => undefined)
      if (!isReleased) scheduleReconnect()
    }
  }
  watchForLoss()
  return {
    blocked,
    wasAlone,
    release: async () => {
      isReleased = true
      clearTimeout(timer)
      await client.end().catch(() => undefined)
    },
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'portal-presence',
  })
  await client.connect()
  return client
}

export interface GenerationLock extends Presence {
  /** False if the connection was lost, and the lock with it. */
  readonly isHeld: () => boolean
}

/**
 * Takes the lock of the generation of keys with which this server encrypts. Like the lock of the presence, it belongs to a
 * transaction that stays open.
 */
export async function holdGeneration(databaseUrl: string, generation: number): Promise<GenerationLock> {
  const client = await connect(databaseUrl)
  await client.query('BEGIN')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  await client.query(`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.generation}, ${generation})`)
  let isHeld = true
  client.on('error', () => undefined)
  client.once('end', () => {
    isHeld = false
  })
  return { isHeld: () => isHeld, release: () => client.end().catch(() => undefined) }
}

/** The number of servers that still encrypt with this generation. */
export const countWriters = (generation: number) => sql<{ writers: number }>`
  SELECT count(*)::int AS writers FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${advisoryLocks.generation} AND objid = ${generation}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * True if no other process has the lock. pg_locks shows the upper half of a lock's id as classid, which is 0 here, and
 * the lower half as objid.
 */
async function isOnlyHolder(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_locks
     WHERE locktype = 'advisory' AND classid = 0 AND objid = ${advisoryLocks.presence} AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0]?.others === 0
}

const lockFunctions = { shared: 'pg_try_advisory_xact_lock_shared', exclusive: 'pg_try_advisory_xact_lock' } as const

/** Tries to take the lock. False if another process has it. */
async function tryLock(client: pg.Client, mode: keyof typeof lockFunctions): Promise<boolean> {
  await client.query('BEGIN')
  // No statement here has parameters. A statement with parameters would leave a snapshot open for the whole transaction,
  // which lasts as long as the process. An open snapshot delays vacuum.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ isTaken: boolean }>(
    `SELECT ${lockFunctions[mode]}(${advisoryLocks.presence}) AS "isTaken"`,
  )
  return rows[0]?.isTaken ?? false
}
