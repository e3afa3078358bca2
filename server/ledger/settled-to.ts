// Up to where the ledger is written for good, for whoever reads it part after part while others post.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const POLL_MS = 20

/** Who is writing transactions of this ledger: that lock is taken before an id is drawn, and held to the end. */
const writers = sql`SELECT virtualtransaction FROM pg_locks
  WHERE relation = 'ledger_transaction'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * The newest transaction that can be seen, once none below it is still to come: ids are drawn by those who write them, so whoever
 * was writing at that moment is waited for, without holding up anybody, and nobody else on the same server. After `forMs` it is
 * given all the same, since something else may be open for long.
 */
export async function settledTo(db: Db, forMs = 3_000): Promise<number> {
  const ask = async (which = sql``): Promise<string[]> => {
    const { rows } = await sql<{ virtualtransaction: string }>`${writers} ${which}`.execute(db)
    return rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  // Whoever has drawn a lower id than the newest is among the writers until it ends: they are looked up after it.
  const newest = await sql<{ id: number }>`SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1`.execute(db)
  let left = await ask()
  for (const deadline = performance.now() + forMs; left.length > 0 && performance.now() < deadline;) {
    await wait(POLL_MS)
    left = await ask(sql`AND virtualtransaction = ANY(${left})`)
  }
  return newest.rows[0]?.id ?? 0
}
