// Up to where the ledger is written for good, for whoever reads it part after part while others post.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

const POLL_MS = 20

/**
 * The newest transaction that can be seen, once none below it is still to come: ids are drawn by those who write them, so whoever
 * was writing at that moment is waited for, without holding up anybody. After `forMs` it is given all the same, since something
 * else may be open for long.
 */
export async function settledTo(db: Db, forMs = 3_000): Promise<number> {
  const { rows } = await sql<{ id: number; begun: string }>`
    SELECT coalesce((SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1), 0) AS id,
           pg_snapshot_xmax(pg_current_snapshot())::text AS begun`.execute(db)
  const { id = 0, begun = '0' } = rows[0] ?? {}
  for (const deadline = performance.now() + forMs; performance.now() < deadline; await wait(POLL_MS)) {
    const ended = await sql<{ all: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${begun}::xid8 AS all`.execute(db)
    if (ended.rows[0]?.all) break
  }
  return id
}
