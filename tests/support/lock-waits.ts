// Who waits for a lock that a test holds. By the locks themselves: the activity of others is seen only as it was when the test's own
// transaction first asked for it.
import type pg from 'pg'

/** How many wait for a lock in this database; others on the same server wait for locks of theirs. */
export async function lockWaits(client: pg.Client): Promise<number> {
  // Who waits for a row waits for a transaction, which belongs to no database; the table's own lock is held already.
  const { rowCount } = await client.query(`
    SELECT DISTINCT pid FROM pg_locks
     WHERE NOT granted
       AND pid IN (SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database())`)
  return rowCount ?? 0
}
