// The repository and the built files contain no secrets.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const patterns = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{20}/,
  'a key of a cloud': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b/,
  'a token of a code host or registry':
    /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50,}|glpat-[\w-]{20}|npm_[A-Za-z0-9]{36})\b/,
  'a token of a messenger or payment service': /\b(?:xox[abprs]-[A-Za-z0-9-]{20,}|sk_live_[A-Za-z0-9]{20,})\b/,
}

/** The types of secrets in a text. */
const secretsIn = (text: string): string[] =>
  Object.entries(patterns).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))

// The portal before its files are compressed. Leaves out dist/machines: it is not released, and another test rebuilds it at
// the same time.
const built = ['.cache/portal', 'dist/host']
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))

it('no file of the repository or of the build contains a key', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync)
  expect(tracked.length).toBeGreaterThan(1000)
  const files = [...tracked, ...built].filter((file) => statSync(file).isFile())
  const secrets = files.flatMap((file) => secretsIn(readFileSync(file, 'latin1')).map((name) => `${file}: ${name}`))
  expect(secrets).toEqual([])
})

it('the check finds each type of key', () => {
  const pem = ['-----BEGIN', 'PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF'].join(' ')
  const examples = [pem, `AKIA${'A1'.repeat(8)}`, `ghp_${'a1'.repeat(18)}`, `sk_live_${'a1'.repeat(12)}`]
  expect(examples.flatMap(secretsIn)).toEqual(Object.keys(patterns))
})
