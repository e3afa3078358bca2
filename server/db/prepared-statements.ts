// Prepares the statements that the server repeats all day, so that PostgreSQL parses and plans each only once for a
// connection: for small reads, that is three quarters of its work. docs/decisions/541-frequent-statements-are-prepared.md.
import { createHash, randomUUID } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A statement is prepared after this number of quick runs. */
const RUNS_BEFORE = 10
/**
 * A slower statement is not prepared: planning is a small part of its time, and the plan for any parameters, which
 * PostgreSQL uses for prepared statements, can be a bad one for a large report.
 */
const QUICK_MS = 50
/** Each prepared statement takes memory in every connection. */
const MAX_PREPARED = 150
/** Statements with a list of parameters have many texts. Their runs are counted for this number of texts. */
const MAX_COUNTED = 2_000

/** PostgreSQL's codes for a statement whose table has a new column, and for one that the connection does not have. */
const STALE_STATEMENT_CODES: ReadonlySet<unknown> = new Set(['0A000', '26000', '42P05'])

/** The pool, with prepared statements if they reach the same connection again. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const statements = createStatements()
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let canPrepare: Promise<boolean> | undefined
  return {
    connect: async () => {
      const client = await pool.connect()
      canPrepare ??= keepsStatements(client).catch(() => {
        // The connection was lost: the next one is asked.
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

function prepareIn(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  let isInTransaction = false
  const run = (text: string, values: unknown[]) => client.query(text, values)
  const query = async (text: string, values: unknown[]) => {
    // Only the start and the end of a transaction, and settings of a connection, have no parameters.
    if (values.length === 0) {
      if (/^(?:begin|start transaction)\b/i.test(text)) isInTransaction = true
      else if (/^(?:commit|rollback$)/i.test(text)) isInTransaction = false
      return run(text, values)
    }
    // A statement that fails could not be repeated in its transaction.
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
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  }
}

interface Statements {
  /** The name of a prepared statement; undefined for a statement that is not prepared. */
  readonly nameOf: (text: string) => string | undefined
  /** Counts a run of a statement without a name. */
  readonly count: (text: string, ms: number) => void
  /** Prepares all statements again, with other names. */
  readonly forget: () => void
}

/** The statements of all connections of a pool. */
function createStatements(): Statements {
  const names = new Map<string, string>()
  const quickRuns = new Map<string, number>()
  let generation = 1
  return {
    nameOf: (text) => names.get(text),
    count(text, ms) {
      const runs = ms > QUICK_MS ? 0 : (quickRuns.get(text) ?? 0) + 1
      if (runs >= RUNS_BEFORE && names.size < MAX_PREPARED) {
        quickRuns.delete(text)
        // The text decides the name, so that a name never means another statement, whichever connection a pooler chooses.
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
 * True if a prepared statement is found again by this connection. A pooler can pass each transaction to another
 * connection. One that supports prepared statements gives them names of its own.
 */
async function keepsStatements(client: pg.PoolClient): Promise<boolean> {
  const name = `portal_probe_${randomUUID()}`
  const { rows } = await client.query<{ pid: number; is_own_name: boolean }>({
    name,
    text: 'SELECT pg_backend_pid() AS pid, EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1) AS is_own_name',
    values: [name],
  })
  const [row] = rows
  // pg's types do not include processID.
  const isDirect = row?.pid === (client as unknown as { readonly processID: number }).processID
  return isDirect || row?.is_own_name === false
}
