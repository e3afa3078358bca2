// Opens the database: the PostgreSQL server in DATABASE_URL, or a private one in the data folder.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createConnections, createProbe, type Notifications } from './connections.ts'
import { openPrivatePostgres, openTemporaryPostgres } from './private/private-postgres.ts'
import { newestVersion } from './migrate.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { Schema } from './schema.ts'
import { connectionName } from './server-version.ts'
import { valueParsers } from './value-parsers.ts'
import type { Log } from '#server/log.ts'

export interface Database extends Notifications {
  readonly db: Kysely<Schema>
  /** 'embedded' is the private PostgreSQL of the data folder. */
  readonly kind: 'postgres' | 'embedded'
  /** The connection URL, for the connections that a server or command opens outside the pool. */
  readonly url: string
  /** True if the database responds quickly, even when all connections are in use. */
  readonly isAlive: () => Promise<boolean>
  /** False while the disk of the private PostgreSQL has too little free space for changes. */
  readonly hasDiskSpace: () => boolean
  /** True once a newer server has changed the tables. This server then refuses changes and runs no jobs. */
  readonly isNewerThanServer: () => boolean
  /** The connections in the pool of this process, and the number of statements that wait for a free connection. */
  readonly connections: () => { readonly busy: number; readonly idle: number; readonly waiting: number }
  /** Fails everything that waits for a response from a database that does not respond. */
  readonly dropConnections: () => void
  readonly close: () => Promise<void>
}

export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined
  /** Folder of the private PostgreSQL. With neither a folder nor a URL, the database is temporary. */
  readonly dataDir?: string | undefined
  readonly log?: Log
  /** Prints messages for the person who starts the server. */
  readonly report?: (line: string) => void
  readonly maxConnections?: number
}

/**
 * How long a statement waits for a free connection of the pool. This is longer than opening a connection can take, and
 * shorter than the timeout of a call.
 */
const POOL_WAIT_TIMEOUT_MS = 20_000

/** Opens a database. Throws a StartError if the private PostgreSQL cannot be started. */
export async function connectDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { databaseUrl, dataDir, log, report } = options
  if (databaseUrl !== undefined) return openPool(databaseUrl, 'postgres', options)
  const postgres =
    dataDir === undefined ? await openTemporaryPostgres() : await openPrivatePostgres(dataDir, { log, report })
  const database = openPool(postgres.url, 'embedded', options)
  return {
    ...database,
    hasDiskSpace: postgres.hasDiskSpace,
    close: async () => {
      try {
        await database.close()
      } finally {
        await postgres.release()
      }
    },
  }
}

function openPool(url: string, kind: Database['kind'], { log, maxConnections = 12 }: DatabaseOptions): Database {
  const connections = createConnections()
  const probe = createProbe(url)
  const pool = new pg.Pool({
    Client: connections.Client,
    connectionString: url,
    types: valueParsers,
    max: maxConnections,
    connectionTimeoutMillis: POOL_WAIT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: connectionName(newestVersion),
  })
  pool.on('error', (error: Error & { code?: string }) =>
    log?.warn({ code: error.code ?? error.name }, 'a database connection was lost'),
  )
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) }),
    kind,
    url,
    isAlive: probe.isAlive,
    hasDiskSpace: () => true,
    isNewerThanServer: () => probe.version() > newestVersion,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    listen: probe.listen,
    isListening: probe.isListening,
    dropConnections: connections.dropAll,
    close: () => {
      probe.close()
      return pool.end()
    },
  }
}
