// Tracks who uses the database. Servers and most commands hold a shared lock while they run. Commands that need
// exclusive access (new keys, a restore) take it exclusively. The lock belongs to a transaction that stays open without
// a snapshot. A session's lock would not work behind a pooler, where it would belong to the next client of the same
// connection.
import type pg from 'pg'
import { DatabaseClient } from './connections.ts'

// An arbitrary number that every version must share. Migrations use the previous number.
const LOCK = 4_180_002

const CONNECT_MS = 3_000
const RETRY_MS = 1_000

export interface Presence {
  readonly release: () => Promise<void>
}
export interface SharedPresence extends Presence {
  /** Resolves if the lock was lost and cannot or must not be taken again. */
  readonly blocked: Promise<void>
  /** True if no one else used the database at the start. Then no one else will finish work that was begun earlier. */
  readonly wasFirst: boolean
}

/** Undefined if anyone else uses the database. */
export async function claimExclusively(databaseUrl: string): Promise<Presence | undefined> {
  const client = await connect(databaseUrl)
  if (await tryLock(client, 'pg_try_advisory_xact_lock')) return { release: () => client.end() }
  await client.end()
  return undefined
}

/**
 * Undefined if someone has exclusive access. The lock is lost with its connection. It is taken again when the database
 * is back, if `mayStay` finds that nothing happened meanwhile that requires this server to stop.
 */
export async function registerPresence(
  databaseUrl: string,
  mayStay: () => Promise<boolean>,
): Promise<SharedPresence | undefined> {
  let client = await connect(databaseUrl)
  if (!(await tryLock(client, 'pg_try_advisory_xact_lock_shared'))) {
    await client.end()
    return undefined
  }
  const wasFirst = await isOnlyHolder(client)
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  let bar: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => (bar = resolve))
  const watch = () => client.once('end', () => !isReleased && returnSoon())
  const returnSoon = () => {
    timer = setTimeout(() => void returnNow(), RETRY_MS).unref()
  }
  const returnNow = async () => {
    try {
      client = await connect(databaseUrl)
      const stays = (await tryLock(client, 'pg_try_advisory_xact_lock_shared')) && (await mayStay())
      if (stays && !isReleased) return void watch()
      await client.end()
      if (!isReleased) bar()
    } catch {
      await client.end().catch(() => undefined)
      if (!isReleased) returnSoon()
    }
  }
  watch()
  return {
    blocked,
    wasFirst,
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
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'portal-presence',
  })
  await client.connect()
  return client
}

async function isOnlyHolder(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_locks
     WHERE locktype = 'advisory' AND classid = 0 AND objid = ${LOCK} AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0]?.others === 0
}

async function tryLock(client: pg.Client, lock: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_xact_lock_shared') {
  await client.query('BEGIN')
  // The transaction lasts as long as the process. Statements with parameters would leave a snapshot open, which delays
  // vacuum.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${lock}(${LOCK}) AS taken`)
  return rows[0]?.taken ?? false
}
