// Finds the primary among the PostgreSQL servers in DATABASE_URL (`postgres://user@one:5432,two:5432/portal`). Standbys
// refuse changes, and after a failover a different server is the primary. While `client move` moves a database,
// DATABASE_URL names the old and the new server. The database is read-only on one of them, and for seconds on both.
import pg from 'pg'

interface Address {
  readonly host: string
  readonly port: number
}

/** Returns one URL for each PostgreSQL server in the URL, with the same user, database and parameters. */
export function splitServers(databaseUrl: string): readonly string[] {
  const { schemeAndUser = '', hosts = '', rest = '' } = URL_PARTS.exec(databaseUrl)?.groups ?? {}
  if (!hosts.includes(',')) return [databaseUrl]
  return hosts.split(',').map((host) => schemeAndUser + host + rest)
}
/** `rest` is the database and the parameters. */
const URL_PARTS = /^(?<schemeAndUser>\w+:\/\/(?:[^@/?]*@)?)(?<hosts>[^/?]*)(?<rest>.*)$/s

const FIND_TIMEOUT_MS = 3_000
/** The primary of each URL. A promise can be the search that is still running. */
const primaries = new Map<string, Promise<Address>>()

/**
 * Returns the primary, cached until `forgetPrimary`. Asks all servers in parallel, so that a server that does not
 * answer causes no delay.
 */
export function findPrimary(databaseUrl: string): Promise<Address> {
  const cachedPrimary = primaries.get(databaseUrl)
  if (cachedPrimary) return cachedPrimary
  const candidates = splitServers(databaseUrl).map(requirePrimary)
  const primary = Promise.any(candidates).catch((error: AggregateError) => {
    forgetPrimary(databaseUrl)
    // A server that did not answer may be the primary, so its error says more than the error of a standby.
    throw error.errors.find((serverError) => !(serverError instanceof StandbyError)) ?? error.errors[0]
  })
  primaries.set(databaseUrl, primary)
  return primary
}

/** Call this whenever a connection has ended, because another server may be the primary now. */
export function forgetPrimary(databaseUrl: string): void {
  primaries.delete(databaseUrl)
}

/** The server answers, but is no primary. */
export class StandbyError extends Error {}

async function requirePrimary(connectionString: string): Promise<Address> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: FIND_TIMEOUT_MS,
    query_timeout: FIND_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>(
      `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isStandby"`,
    )
    if (rows[0]?.isStandby) throw new StandbyError('The database is not answering: none of its servers is the primary')
    return { host: client.host, port: client.port }
  } finally {
    void client.end().catch(() => undefined)
  }
}
