// Creates, copies and drops databases on a server. Imports nothing of the product, since every process of the browser tests
// loads it.
import pg from 'pg'

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
