// Up to which transaction the ledger is final, for readers that go through it in chunks while others post.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const POLL_MS = 20

/** Transactions that are writing to this ledger: they take that lock before an id is drawn, and hold it to the end. */
const writers = sql`SELECT virtualtransaction FROM pg_locks
  WHERE relation = 'ledger_transaction'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * The newest visible transaction, once no lower id is still to come: ids are drawn by writers, so those that are
 * writing now are waited for, without holding up anyone. After `forMs` it is returned anyway, since another transaction
 * can stay open for long.
 */
export async function settledTo(db: Db, forMs = 3_000): Promise<number> {
  const query = async (which = sql``): Promise<string[]> => {
    const { rows } = await sql<{ virtualtransaction: string }>`${writers} ${which}`.execute(db)
    return rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  // A writer with a lower id than the newest is among the writers until it ends: so look these up after it.
  const newest = await sql<{ id: number }>`SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1`.execute(db)
  let left = await query()
  for (const deadline = performance.now() + forMs; left.length > 0 && performance.now() < deadline;) {
    await wait(POLL_MS)
    left = await query(sql`AND virtualtransaction = ANY(${left})`)
  }
  return newest.rows[0]?.id ?? 0
}
