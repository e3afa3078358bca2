// Time that passes for jobs: what a killed host held is free, as it would be once its lease had run out. That it runs out by itself
// is seen where two hosts share one database and one of them dies (faults/orders).
import type pg from 'pg'

/** Ends every lease of the database at once; while no host runs on it. */
export async function endLeases(client: pg.Client): Promise<void> {
  await client.query('UPDATE job SET leased_until = now() WHERE leased_until > now()')
}
