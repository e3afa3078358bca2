// Returns the transaction up to which the ledger is final, for readers that read it in chunks while others post.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const POLL_MS = 20

/**
 * A query for the transactions that are writing to this ledger. A transaction locks the table before its ids are
 * assigned, and holds the lock until it ends.
 */
const writers = sql`SELECT virtualtransaction FROM pg_locks
  WHERE relation = 'ledger_transaction'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * The newest visible transaction, once no lower id can appear later. Only current writers can add a lower id, so this
 * waits for them, without blocking them. After `maxMs` it returns anyway, since a transaction can stay open for long.
 */
export async function findSettledTransaction(db: Db, maxMs = 3_000): Promise<number> {
  const readWriters = async (condition = sql`true`): Promise<string[]> => {
    const { rows } = await sql<{ virtualtransaction: string }>`${writers} AND ${condition}`.execute(db)
    return rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  // A transaction with a lower id is in the list of writers until it ends, so a list that is read after the newest id
  // contains it.
  const newest = await sql<{ id: number }>`SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1`.execute(db)
  const deadline = performance.now() + maxMs
  let remainingWriters = await readWriters()
  while (remainingWriters.length > 0 && performance.now() < deadline) {
    await wait(POLL_MS)
    remainingWriters = await readWriters(sql`virtualtransaction = ANY(${remainingWriters})`)
  }
  return newest.rows[0]?.id ?? 0
}
