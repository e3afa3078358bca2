// Who is on a PostgreSQL database: hosts hold a lock together for as long as they run, and what needs the database for itself alone
// (new keys, a restore) takes it alone. Of the embedded database the folder's lock says the same.
import pg from 'pg'

// Any number will do, as long as everybody takes the same; migrations have the one before.
const LOCK = 4_180_002

const CONNECT_MS = 3_000
const AGAIN_MS = 1_000

export interface Presence {
  readonly release: () => Promise<void>
}
export interface SharedPresence extends Presence {
  /** Comes where the lock was lost and cannot be had again, or should not be. */
  readonly barred: Promise<void>
}

/** Of the embedded database, which nobody else can have. */
export const withoutHosts: SharedPresence = { release: () => Promise.resolve(), barred: new Promise(() => undefined) }

/** For oneself alone; undefined where somebody else is there. */
export async function beAlone(databaseUrl: string): Promise<Presence | undefined> {
  const client = await connect(databaseUrl)
  if (await tryLock(client, 'pg_try_advisory_lock')) return { release: () => client.end() }
  await client.end()
  return undefined
}

/**
 * Together with other hosts; undefined where somebody is there alone. The lock goes with its line: after a loss it is taken
 * again as soon as the database is back, if `mayStay` finds that nothing has happened meanwhile that should keep a host out.
 */
export async function bePresent(
  databaseUrl: string,
  mayStay: () => Promise<boolean>,
): Promise<SharedPresence | undefined> {
  let client = await connect(databaseUrl)
  if (!(await tryLock(client, 'pg_try_advisory_lock_shared'))) {
    await client.end()
    return undefined
  }
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  let bar: () => void = () => undefined
  const barred = new Promise<void>((resolve) => (bar = resolve))
  const watch = () => client.once('end', () => !isReleased && comeBackSoon())
  const comeBackSoon = () => {
    timer = setTimeout(() => void comeBack(), AGAIN_MS).unref()
  }
  const comeBack = async () => {
    try {
      client = await connect(databaseUrl)
      const stays = (await tryLock(client, 'pg_try_advisory_lock_shared')) && (await mayStay())
      if (stays && !isReleased) return void watch()
      await client.end()
      if (!isReleased) bar()
    } catch {
      await client.end().catch(() => undefined)
      if (!isReleased) comeBackSoon()
    }
  }
  watch()
  return {
    barred,
    release: async () => {
      isReleased = true
      clearTimeout(timer)
      await client.end().catch(() => undefined)
    },
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'programme-presence',
  })
  // A line that is lost tells so twice; whoever needs to know listens to its end.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function tryLock(client: pg.Client, lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared') {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${lock}($1) AS taken`, [LOCK])
  return rows[0]?.taken ?? false
}
