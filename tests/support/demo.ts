// The demo programme as the host suite wants it: few cards, so that a template is made fast, and keys that every test knows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/db/connect.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { keyNames, textToKeys, textToSecrets } from '#server/secrets.ts'

/** The keys that the template's cards are encrypted and indexed with. */
export const testSecrets = textToSecrets('tests')

/** The same keys as files, for a host that runs as a process. */
export function writeTestKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keys = textToKeys('tests')
  for (const name of keyNames)
    writeFileSync(join(folder, `${name}.key`), keys[name].toString('base64'), { mode: 0o600 })
}

export const demoCardCount = 400

/** Seeds a migrated, empty database. */
export async function fillWithDemo(db: Database['db']): Promise<void> {
  await seedDemo(db, { secrets: testSecrets, cards: demoCardCount, now: Date.now })
}
