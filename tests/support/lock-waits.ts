// Counts who waits for a lock that a test holds. Reads the locks themselves, since a transaction sees the activity of
// others only as of its first look.
import type pg from 'pg'

/** How many wait for a lock in this database; others on the same server wait for their own locks. */
export async function lockWaits(client: pg.Client): Promise<number> {
  // Waiting for a row is waiting for a transaction, which belongs to no database; the table's own lock is already held.
  const { rowCount } = await client.query(`
    SELECT DISTINCT pid FROM pg_locks
     WHERE NOT granted
       AND pid IN (SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database())`)
  return rowCount ?? 0
}
