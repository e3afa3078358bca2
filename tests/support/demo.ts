// The demo programme as the host suite wants it: few cards, so that a template is made fast.
import type { Database } from '#server/db/connect.ts'

/** Seeds a migrated, empty database. */
export async function fillWithDemo(_db: Database['db']): Promise<void> {
  // The seed (server/db/seed) is joined here once it is there; until then 'demo' is the empty database.
}
