// Who uses the database: servers and most commands hold a shared lock while they run; what needs the database alone
// (new keys, a restore) takes it exclusively. The lock is that of a transaction that stays open without a snapshot, since
// behind a pooler a session's lock would belong to the next client of the same connection.
import type pg from 'pg'
import { DatabaseClient } from './connections.ts'

// Any number will do, as long as all versions use the same; migrations have the one before.
const LOCK = 4_180_002

const CONNECT_MS = 3_000
const RETRY_MS = 1_000

export interface Presence {
  readonly release: () => Promise<void>
}
export interface SharedPresence extends Presence {
  /** Resolves if the lock was lost and cannot or should not be taken again. */
  readonly blocked: Promise<void>
  /** True if no one else used the database when this began: work that others had begun will not be finished by them. */
  readonly wasFirst: boolean
}

/** Undefined if someone else uses the database. */
export async function claimExclusively(databaseUrl: string): Promise<Presence | undefined> {
  const client = await connect(databaseUrl)
  if (await tryLock(client, 'pg_try_advisory_xact_lock')) return { release: () => client.end() }
  await client.end()
  return undefined
}

/**
 * Undefined if someone uses the database alone. The lock is lost with its connection: it is taken again as soon as the
 * database is back, if `mayStay` finds that nothing has happened meanwhile that should keep a server out.
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
  // It lasts as long as the process. Statements with parameters would leave a snapshot open, which delays vacuum.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${lock}(${LOCK}) AS taken`)
  return rows[0]?.taken ?? false
}
