// Another language compiles only if it has all sentences of the English one with the same types. Tested with an
// invented language.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseLanguage } from '#tools/languages.mjs'

const root = join(import.meta.dirname, '../..')
let language: string

beforeEach(() => {
  language = mkdtempSync(join(root, '.cache/made-up-language-'))
  cpSync(join(root, 'src/words/en'), language, { recursive: true })
})
afterEach(() => rmSync(language, { recursive: true, force: true }))

const change = (module: string, from: RegExp, to: string) => {
  const path = join(language, module)
  const changed = readFileSync(path, 'utf8').replace(from, to)
  expect(changed).not.toBe(readFileSync(path, 'utf8'))
  writeFileSync(path, changed)
}

it('compiles if every sentence exists, whatever its text', () => {
  change('app/notices.ts', /'Notices'/, "'Pemberitahuan'")
  expect(refuseLanguage(language)).toBeUndefined()
})

it('the catalogue does not compile if a sentence or a module is missing or has another type', () => {
  change('app/notices.ts', /^export const notices = .*$/m, '')
  change('pages/account.ts', /^export const remove = .*$/m, 'export const remove = 7')
  change('server/notify.ts', /\(status: number\)/, '(status: { readonly code: number })')
  rmSync(join(language, 'app/keyboard.ts'))
  writeFileSync(join(language, 'more.ts'), "export const more = 'More'\n")
  const refusal = refuseLanguage(language)
  expect(refusal).toMatch(/^The language .*made-up-language-\S+ does not say what src\/words\/en says:\n/)
  expect(refusal).toContain('It has no app/keyboard.ts.')
  expect(refusal).toContain('Its more.ts is in no other language.')
  expect(refusal).toContain("Property 'notices' is missing")
  expect(refusal).toContain("Types of property 'remove' are incompatible")
  expect(refusal).toContain("Types of property 'gatewayRefused' are incompatible")
})
