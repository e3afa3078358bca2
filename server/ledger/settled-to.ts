// Returns the transaction up to which the ledger is final, for readers that read it in chunks while others post.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const POLL_MS = 20

/**
 * Transactions that are writing to this ledger. They take this lock before an id is drawn, and hold it until they end.
 */
const writers = sql`SELECT virtualtransaction FROM pg_locks
  WHERE relation = 'ledger_transaction'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * The newest visible transaction, once no lower id can appear later. Writers draw the ids, so this waits for the
 * current writers, without blocking anyone. After `forMs` it returns anyway, since another transaction can stay open
 * for long.
 */
export async function settledTo(db: Db, forMs = 3_000): Promise<number> {
  const query = async (which = sql``): Promise<string[]> => {
    const { rows } = await sql<{ virtualtransaction: string }>`${writers} ${which}`.execute(db)
    return rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  // A writer with a lower id than the newest is a writer until it ends, so writers are read after the newest id.
  const newest = await sql<{ id: number }>`SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1`.execute(db)
  let left = await query()
  for (const deadline = performance.now() + forMs; left.length > 0 && performance.now() < deadline;) {
    await wait(POLL_MS)
    left = await query(sql`AND virtualtransaction = ANY(${left})`)
  }
  return newest.rows[0]?.id ?? 0
}
