// Makes time pass for jobs: a killed server's jobs are free, as if their lease had expired. That it really expires is
// tested with two servers that share a database, one of which dies (faults/orders).
import type pg from 'pg'

/** Ends every lease of the database; only while no server uses it. */
export async function endLeases(client: pg.Client): Promise<void> {
  await client.query('UPDATE job SET leased_until = now() WHERE leased_until > now()')
}
