// The keys of the templates' demo programme, which every test knows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyNames, textToKeys, textToSecrets } from '#server/keys/secrets.ts'

/** The keys that the template's cards are encrypted and indexed with. */
export const testSecrets = textToSecrets('tests')

/** The same keys as files, for a server that runs as a process. */
export function writeTestKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keys = textToKeys('tests')
  for (const name of keyNames)
    writeFileSync(join(folder, `${name}.key`), keys[name].toString('base64'), { mode: 0o600 })
}
