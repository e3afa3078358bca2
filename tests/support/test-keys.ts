// The fixed keys of the templates' demo programme.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyNames, keysToSecrets, textToKeys } from '#server/keys/secrets.ts'

export const testKeys = textToKeys('tests')
/** The secrets for encrypting and indexing the template's cards. */
export const testSecrets = keysToSecrets(testKeys)

/** The same keys as files, for a server that runs as a process. */
export function writeTestKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of keyNames)
    writeFileSync(join(folder, `${name}.key`), testKeys[name].toString('base64'), { mode: 0o600 })
}
