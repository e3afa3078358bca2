// Counts sessions that wait for a lock, and ends the leases of a killed server's jobs.
import type pg from 'pg'

/**
 * The number of sessions that wait for a lock after they used `table`. The table tells the work under test from the
 * server's own jobs, which may wait for the same lock: the job that ends old holds locks the funding account too.
 */
export async function lockWaits(client: pg.Client, table: string): Promise<number> {
  // Reads pg_locks, since a transaction sees pg_stat_activity only as of its first query of that view. A session that
  // waits for a row waits for a transaction, and a lock on a transaction has no database. But the session already has a
  // lock on the table, which names the database.
  const { rowCount } = await client.query(
    `SELECT DISTINCT pid FROM pg_locks
      WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
                     WHERE datname = current_database() AND relation = $1::regclass)`,
    [table],
  )
  return rowCount ?? 0
}

/**
 * Ends every lease in the database, as if it had expired. Call this only while no server uses it. The real expiry is
 * tested in faults/orders, with two servers that share a database.
 */
export async function endLeases(client: pg.Client): Promise<void> {
  await client.query('UPDATE job SET leased_until = now() WHERE leased_until > now()')
}
