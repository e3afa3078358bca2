// Finds the transaction up to which the ledger is final, for readers that read the ledger in chunks during postings.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const POLL_MS = 20

/**
 * A query for the database transactions that are writing to this ledger. Each of them locks the table before its ledger
 * transactions get their ids, and keeps the lock until the end.
 */
const selectWriters = sql`SELECT virtualtransaction FROM pg_locks
  WHERE relation = 'ledger_transaction'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * Returns the id of the newest visible ledger transaction as soon as no lower id can appear later. Only current writers
 * can add a lower id, so the function waits until they have ended, without blocking them. It waits at most `maxMs`,
 * because a writer can stay open for long.
 */
export async function findSettledTransaction(db: Db, maxMs = 3_000): Promise<number> {
  const readWriters = async (condition = sql`true`): Promise<string[]> => {
    const { rows } = await sql<{ virtualtransaction: string }>`${selectWriters} AND ${condition}`.execute(db)
    return rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  // The newest id is read before the list of writers. A writer with a lower id has locked the table before it got the
  // id, so before this read. The list therefore contains the writer, unless it has ended.
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
