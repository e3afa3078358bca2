// The demo programme for the server's tests: few cards, so that a template is created quickly, and fixed keys.
import type { Database } from '#server/db/connect.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { insertKeySet } from '#server/keys/database-keys.ts'
import { demoCardCount } from './demo-cards.ts'
import { testKeys, testSecrets } from './test-keys.ts'

/** Seeds a migrated, empty database. */
export async function fillWithDemo(db: Database['db']): Promise<void> {
  await insertKeySet(db, { state: 'current', keys: testKeys, secrets: testSecrets, earlierIndexKeys: [] })
  await seedDemo(db, { secrets: testSecrets, cards: demoCardCount, now: Date.now })
}
