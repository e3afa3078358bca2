// Finds the transaction up to which the ledger is final, for readers that read the ledger in chunks during postings.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const POLL_MS = 20

/**
 * A query for the writers: the database transactions that are writing to this ledger. A writer locks the table before
 * its ledger transactions get their ids, and keeps the lock until it ends.
 */
const selectWriters = sql`SELECT virtualtransaction FROM pg_locks
  WHERE relation = 'ledger_transaction'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * Returns the id of the newest visible ledger transaction as soon as no lower id can appear later. Only current writers
 * can add a lower id, so this function waits until they have ended, without blocking them. A writer can stay open for
 * long, so after `maxMs` the id is returned anyway. The reader then misses the transactions of the remaining writers.
 */
export async function findFinalTransactionId(db: Db, maxMs = 3_000): Promise<number> {
  const readWriters = async (condition = sql`true`): Promise<string[]> => {
    const { rows } = await sql<{ virtualtransaction: string }>`${selectWriters} AND ${condition}`.execute(db)
    return rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  // The newest id must be read before the list of writers. A writer with a lower id locked the table before this read.
  // So the list contains this writer, unless the writer has ended.
  const newest = await sql<{ id: number }>`SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1`.execute(db)
  const newestId = newest.rows[0]?.id ?? 0
  const deadline = performance.now() + maxMs
  let remainingWriters = await readWriters()
  while (remainingWriters.length > 0 && performance.now() < deadline) {
    await wait(POLL_MS)
    remainingWriters = await readWriters(sql`virtualtransaction = ANY(${remainingWriters})`)
  }
  return newestId
}
