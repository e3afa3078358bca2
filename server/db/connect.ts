// Opens the database: PostgreSQL where an address is given, the embedded one otherwise. Both are reached through pg's own
// client and pool, so values, errors and transactions behave alike; the embedded one has one line, which everybody has in turn.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { withCopy } from './copy.ts'
import { openEmbedded } from './embedded.ts'
import { createLines, createProbe } from './lines.ts'
import type { Schema } from './schema.ts'
import { inTurns } from './turns.ts'
import { valueParsers } from './value-parsers.ts'

export interface Database {
  readonly db: Kysely<Schema>
  readonly kind: 'postgres' | 'embedded'
  /** True where the database answers within a moment; without waiting for a turn in the queue. */
  readonly isAlive: () => Promise<boolean>
  /** Fails whatever waits for an answer of a database that gives none, so that nothing waits for it when it is back. */
  readonly giveUpLines: () => void
  readonly close: () => Promise<void>
}

export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined
  /** Reaches PostgreSQL as the embedded one is reached: on one line, for which everybody waits in turn. */
  readonly onOneLine?: boolean
  /** Folder of the embedded database; without it (and without an address) it has one of its own, gone once it is closed. */
  readonly dataDir?: string | undefined
  readonly log?: Logger
}

/** For a free line, as long as a call may take at most: longer than anything takes that others have to wait for. */
const FREE_LINE_MS = 20_000
const ONE_LINE_MS = 60_000

/** Opens a database. Throws a StartError where it is locked by another host or cannot be opened. */
export async function connectDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return options.databaseUrl === undefined ? connectEmbedded(options) : connectPostgres(options.databaseUrl, options)
}

function connectPostgres(connectionString: string, { onOneLine = false, log }: DatabaseOptions): Database {
  const lines = createLines()
  const probe = createProbe(connectionString)
  const pool = new pg.Pool({
    Client: lines.Client,
    connectionString,
    types: valueParsers,
    max: onOneLine ? 1 : 12,
    connectionTimeoutMillis: onOneLine ? ONE_LINE_MS : FREE_LINE_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'programme-host',
  })
  pool.on('error', (error) => log?.warn({ code: codeOf(error) }, 'a database connection was lost'))
  return {
    db: kyselyOver(onOneLine ? inTurns(withCopy(pool), ONE_LINE_MS) : withCopy(pool)),
    kind: 'postgres',
    isAlive: probe.isAlive,
    giveUpLines: lines.giveUp,
    close: () => {
      probe.close()
      return pool.end()
    },
  }
}

async function connectEmbedded({ dataDir, log }: DatabaseOptions): Promise<Database> {
  const embedded = await openEmbedded(dataDir)
  const pool = new pg.Pool({
    // It begins with the process, whose machine may be busy: there is no other database that would be there sooner.
    Client: createLines(ONE_LINE_MS).Client,
    stream: embedded.connect,
    types: valueParsers,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: ONE_LINE_MS,
  })
  pool.on('error', (error) => log?.warn({ code: codeOf(error) }, 'the embedded connection was lost'))
  return {
    db: kyselyOver(inTurns(withCopy(pool), ONE_LINE_MS)),
    kind: 'embedded',
    isAlive: () => Promise.resolve(embedded.isAlive()),
    // It is part of this process and hangs with it.
    giveUpLines: () => undefined,
    close: async () => {
      await pool.end()
      await embedded.close()
    },
  }
}

const kyselyOver = (pool: PostgresPool): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

const codeOf = (error: Error & { code?: string }): string => error.code ?? error.name
