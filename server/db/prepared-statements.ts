// Prepares the statements that the server repeats all day, so that PostgreSQL parses and plans each only once for a
// connection. Parsing and planning are three quarters of the work for a small read.
// docs/decisions/541-frequent-statements-are-prepared.md.
import { createHash, randomUUID } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { processIdOf } from './connections.ts'

/** A statement is prepared after this number of quick runs in a row. */
const RUNS_BEFORE_PREPARING = 10
/**
 * A slower statement is not prepared, because planning is a small part of its time. PostgreSQL also uses one plan for all
 * parameters of a prepared statement, and this plan can be bad for a large report.
 */
const QUICK_MS = 50
/** Each prepared statement takes memory in every connection. */
const MAX_PREPARED = 150
/** The number of texts whose runs are counted. A statement with a list has another text for each length of the list. */
const MAX_COUNTED = 2_000

/** PostgreSQL's codes for a prepared statement that cannot be used. */
const STALE_STATEMENT_CODES: ReadonlySet<unknown> = new Set([
  '0A000', // a table has a new column
  '26000', // the connection does not have the statement
  '42P05', // the connection has a statement of this name, which was prepared for someone else
])

/**
 * The pool with prepared statements. Behind a pooler that can pass a later query to a connection without these
 * statements, they are not used.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const statements = createStatements()
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let canPrepare: Promise<boolean> | undefined
  return {
    connect: async () => {
      const client = await pool.connect()
      canPrepare ??= keepsStatements(client).catch(() => {
        // The connection was lost, so the next connection is asked.
        canPrepare = undefined
        return false
      })
      if (!(await canPrepare)) return client
      const wrapper = wrappers.get(client) ?? prepareIn(client, statements)
      wrappers.set(client, wrapper)
      return wrapper
    },
    end: () => pool.end(),
  }
}

const TRANSACTION_START = /^(?:begin|start transaction)\b/i
/** ROLLBACK TO a savepoint does not end the transaction. */
const TRANSACTION_END = /^(?:commit|rollback$)/i

/** A client that prepares frequent statements. */
function prepareIn(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  let isInTransaction = false
  const run = (text: string, values: unknown[]) => client.query(text, values)
  const query = async (text: string, values: unknown[]) => {
    // Statements without parameters are the start and the end of a transaction, and settings of a connection.
    if (values.length === 0) {
      if (TRANSACTION_START.test(text)) isInTransaction = true
      else if (TRANSACTION_END.test(text)) isInTransaction = false
      return run(text, values)
    }
    // If a prepared statement fails in a transaction, it cannot be repeated there without being prepared.
    if (isInTransaction) return run(text, values)
    const name = statements.nameOf(text)
    if (name === undefined) {
      const startedAt = performance.now()
      const result = await run(text, values)
      statements.count(text, performance.now() - startedAt)
      return result
    }
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!STALE_STATEMENT_CODES.has((error as { code?: unknown }).code)) throw error
      statements.forget()
      return run(text, values)
    }
  }
  return {
    // Kysely calls only this one of the overloads of `query`.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  }
}

interface Statements {
  /** The name of a prepared statement. Undefined for a statement that is not prepared. */
  readonly nameOf: (text: string) => string | undefined
  /** Counts a run of a statement that is not prepared, with its duration. */
  readonly count: (text: string, ms: number) => void
  /** Forgets all prepared statements. Frequent statements are prepared again later, with other names. */
  readonly forget: () => void
}

/** Decides which statements are prepared, for all connections of a pool. */
function createStatements(): Statements {
  /** The name of each prepared text. */
  const names = new Map<string, string>()
  /** The number of quick runs of each text that is not prepared. */
  const quickRuns = new Map<string, number>()
  let generation = 1
  return {
    nameOf: (text) => names.get(text),
    count(text, ms) {
      const earlierRuns = quickRuns.get(text) ?? 0
      const runs = ms > QUICK_MS ? 0 : earlierRuns + 1
      if (runs >= RUNS_BEFORE_PREPARING && names.size < MAX_PREPARED) {
        quickRuns.delete(text)
        // The name is a hash of the text. So a name means the same statement in every connection, also behind a pooler.
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
        names.set(text, `portal_${hash}_${generation}`)
        return
      }
      if (quickRuns.size >= MAX_COUNTED) quickRuns.clear()
      quickRuns.set(text, runs)
    },
    forget() {
      names.clear()
      generation += 1
    },
  }
}

/**
 * True if a statement that this connection prepares can be used later. Behind a pooler, each transaction can use another
 * connection of PostgreSQL. Some poolers support prepared statements: they give the statements other names, and prepare
 * them in each connection.
 */
async function keepsStatements(client: pg.PoolClient): Promise<boolean> {
  const name = `portal_probe_${randomUUID()}`
  const { rows } = await client.query<{ pid: number; is_own_name: boolean }>({
    name,
    text: 'SELECT pg_backend_pid() AS pid, EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1) AS is_own_name',
    values: [name],
  })
  const [probe] = rows
  const isDirect = probe?.pid === processIdOf(client)
  const doesPoolerPrepare = probe?.is_own_name === false
  return isDirect || doesPoolerPrepare
}
