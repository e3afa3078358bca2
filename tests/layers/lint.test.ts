// The project's lint rules must detect violations: each case writes a file to a copy of the folder structure, and
// expects the lint configuration to report the rule's message, or nothing for a correct file.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let tree: string
let findings: Map<string, string>

interface Case {
  title: string
  file: string
  source: string
  /** Part of the expected message; undefined if the file is correct. */
  sentence?: string | undefined
}

/** A test that waits, so what it reads depends on the machine. */
const waiting = (body: string) => `it('a', async () => {\n${body}\n})\n`

const cases: Case[] = [
  {
    title: 'domain may not import the contract',
    file: 'src/domain/a1.ts',
    source: `import { x } from '#contract/exists.ts'\nexport const y = x\n`,
    sentence: 'The domain is pure',
  },
  {
    title: 'domain may not import a package',
    file: 'src/domain/a2.ts',
    source: `import { z } from 'zod'\nexport const y = z\n`,
    sentence: 'The domain is pure',
  },
  {
    title: 'domain may not leave its layer by a relative path',
    file: 'src/domain/a3.ts',
    source: `import { x } from '../contract/exists.ts'\nexport const y = x\n`,
    sentence: 'The domain is pure',
  },
  {
    title: 'domain may not read the clock',
    file: 'src/domain/a4.ts',
    source: `export const now = () => Date.now()\n`,
    sentence: 'No clock and no randomness',
  },
  {
    title: 'domain may not ask for today',
    file: 'src/domain/a5.ts',
    source: `export const today = () => new Date().getFullYear()\n`,
    sentence: 'No clock and no randomness',
  },
  {
    title: 'domain may convert a date that it is given',
    file: 'src/domain/a6.ts',
    source: `export const toYear = (ms: number) => new Date(ms).getUTCFullYear()\n`,
  },
  {
    title: 'machines may not import values of the contract',
    file: 'src/machines/b3.ts',
    source: `import { x } from '#contract/exists.ts'\nexport const y = x\n`,
    sentence: 'A machine is pure',
  },
  {
    title: 'the portal may not load schemas of the contract',
    file: 'src/services/a7.ts',
    source: `import { x } from '#contract/cards.ts'\nexport const y = x\n`,
    sentence: 'Services import the domain',
  },
  {
    title: 'the portal may use the facts of the contract',
    file: 'src/services/a8.ts',
    source: `import '#contract/methods.ts'\nimport type { Y } from '#contract/exists.ts'\nexport type Z = Y\n`,
  },
  {
    title: 'machines may import types of the contract',
    file: 'src/machines/b4.ts',
    source: `import type { X } from '#contract/exists.ts'\nexport const y: X = 1\n`,
  },
  {
    title: 'ui may not import all of the domain',
    file: 'src/ui/c1.ts',
    source: `import { x } from '#domain/exists.ts'\nexport const y = x\n`,
    sentence: 'The design system only imports',
  },
  {
    title: 'ui may import money',
    file: 'src/ui/c2.ts',
    source: `import { x } from '#domain/money.ts'\nexport const y = x\n`,
  },
  {
    title: 'a page may not import another area, even lazily',
    file: 'src/pages/batch/d1.ts',
    source: `export const load = () => import('#pages/cards/exists.ts')\n`,
    sentence: 'One area of pages never imports another',
  },
  {
    title: 'a page may not import a worker, even its file',
    file: 'src/pages/batch/d2.ts',
    source: `export const start = () => new Worker(new URL('../../../workers/exists.ts', import.meta.url))\n`,
    sentence: 'A page imports flows, services and ui',
  },
  {
    title: 'a service may start a worker by its file',
    file: 'src/services/e1.ts',
    source: `export const start = () => new Worker(new URL('../../workers/exists.ts', import.meta.url))\n`,
  },
  {
    title: 'the portal may not import the server',
    file: 'src/app/f1.ts',
    source: `import { x } from '#server/db/exists.ts'\nexport const y = x\n`,
    sentence: 'The app joins the parts of src',
  },
  {
    title: 'the server may not import the portal, even a type',
    file: 'server/g1.ts',
    source: `import type { X } from '#ui/exists.ts'\nexport const y: X = 1\n`,
    sentence: 'The server imports domain, contract, sheets, brand and the reading of files',
  },
  {
    title: 'an area of the server may not import another',
    file: 'server/batches/g2.ts',
    source: `import { x } from '../cards/exists.ts'\nexport const y = x\n`,
    sentence: 'One area of the server never imports another',
  },
  {
    title: 'a file beside the areas may import them',
    file: 'server/g4.ts',
    source: `import { x } from './cards/exists.ts'\nexport const y = x\n`,
  },
  {
    title: 'cycles are forbidden, also through aliases',
    file: 'src/services/h4.ts',
    source: `import { back } from '#services/h5.ts'\nexport const there = () => back\n`,
    sentence: 'Dependency cycle detected',
  },
  {
    title: 'cycles are forbidden in the other direction too',
    file: 'src/services/h5.ts',
    source: `import { there } from './h4.ts'\nexport const back = () => there\n`,
    sentence: 'Dependency cycle detected',
  },
  {
    title: 'the lint knows the types and forbids floating promises',
    file: 'src/services/i2.ts',
    source: `const load = async () => Promise.resolve(1)\nexport const f = () => {\n  load()\n}\n`,
    sentence: 'Promises must be awaited',
  },
  {
    title: 'a page may not contain a sentence',
    file: 'src/pages/cards/j1.tsx',
    source: `export const A = () => <p>Nothing found</p>\n`,
    sentence: 'A text belongs in the message files',
  },
  {
    title: 'a page may not contain a single word that is shown',
    file: 'src/pages/cards/j2.ts',
    source: `export const column = { key: 'rows', label: 'Rows' }\n`,
    sentence: 'A text belongs in the message files',
  },
  {
    title: 'a folder of the server may not contain a sentence, even if the folder is new',
    file: 'server/new-area/j3.ts',
    source: 'export const refuse = (id: number) => `There is no batch ${id}`\n',
    sentence: 'A text belongs in the message files',
  },
  {
    title: 'numbers may not be formatted for a fixed language',
    file: 'workers/j4.ts',
    source: `export const f = (rows: number) => rows.toLocaleString('en')\n`,
    sentence: 'The format of figures, and plurals, depend on the language',
  },
  {
    title: 'commands may contain English sentences, for administrators',
    file: 'server/programme/j5.ts',
    source: `export const said = 'Nothing is wrong'\n`,
  },
  {
    title: 'a test of a page may not read the address immediately',
    file: 'tests/pages/k1.mjs',
    source: waiting(`await load()\nexpect(address()).toBe('/')`),
    sentence: 'Wait for the state',
  },
  {
    title: 'a test of a page may not read the focus, the storage or the requests immediately, also through a function',
    file: 'tests/pages/k2.mjs',
    source: `const sent = () => server.requests.length\n${waiting('await load()\nexpect([sent()]).toEqual([1])')}`,
    sentence: 'Wait for the state',
  },
  {
    title: 'a test of a page may not act and then read without waiting',
    file: 'tests/pages/k3.mjs',
    source: `const press = () => fireEvent.click(b)\n${waiting('await load()\npress()\nexpect(b.text).toBe(1)')}`,
    sentence: 'Wait for the state',
  },
  {
    title: 'a test of a page may wait for all of these, and read what was there before it acted',
    file: 'tests/pages/k4.mjs',
    source: waiting(
      `await load()\nexpect(b.text).toBe(1)\nawait expect.poll(() => address()).toBe('/')\nawait waitFor(() => expect(address()).toBe('/'))`,
    ),
  },
  {
    title: 'a test of a page that never waits always runs in the same order',
    file: 'tests/pages/k5.mjs',
    source: `it('a', () => {\n  fireEvent.click(b)\n  expect(document.activeElement).toBe(b)\n})\n`,
  },
  {
    title: 'a test in a browser may not read the page once',
    file: 'tests/e2e/k6.mjs',
    source: waiting('expect(await page.locator(b).count()).toBe(1)'),
    sentence: 'Wait for the state',
  },
  {
    title: 'a test may not sleep',
    file: 'tests/server/k7.ts',
    source: 'export const pause = () => new Promise((resolve) => setTimeout(resolve, 50))\n',
    sentence: 'No sleeps',
  },
  {
    title: 'a test may have a time limit',
    file: 'tests/server/k8.ts',
    source: `export const limit = () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 50))\n`,
  },
  {
    title: 'a test may not measure a duration',
    file: 'tests/server/k9.ts',
    source: 'const start = Date.now()\nexport const duration = () => Date.now() - start\n',
    sentence: 'No durations',
  },
]

const existingFiles = [
  'src/contract/exists.ts',
  'src/domain/exists.ts',
  'src/domain/money.ts',
  'src/services/exists.ts',
  'src/ui/exists.ts',
  'src/pages/cards/exists.ts',
  'workers/exists.ts',
  'server/db/exists.ts',
  'server/cards/exists.ts',
]

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'portal-layers-'))
  const rules = [
    '.ci/layers.mjs',
    '.ci/words.mjs',
    '.ci/plain-words.mjs',
    'tools/layers-plugin.mjs',
    'tools/words-plugin.mjs',
    'tools/plain-words-plugin.mjs',
    'tools/tests-plugin.mjs',
  ]
  const settings = ['package.json', 'tsconfig.base.json', '.oxlintrc.json', ...rules]
  for (const file of settings) cpSync(join(root, file), join(tree, file))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  write('tsconfig.json', `{ "extends": "./tsconfig.base.json", "compilerOptions": { "lib": ["ES2023", "DOM"] } }`)
  for (const file of existingFiles) write(file, 'export type X = number\nexport const x: X = 1\n')
  for (const { file, source } of cases) write(file, source)
  findings = lint()
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

it.each(cases)('$title', ({ file, sentence }) => {
  const messages = findings.get(file) ?? ''
  if (sentence === undefined) expect(messages).toBe('')
  else expect(messages).toContain(sentence)
})

/** All lint messages, joined for each file. */
function lint(): Map<string, string> {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', 'src', 'server', 'workers', 'tests']
  const result = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })
  expect(result.status, result.stdout + result.stderr).toBe(1)
  const report = JSON.parse(result.stdout) as { diagnostics: { filename: string; message: string }[] }
  const byFile = new Map<string, string>()
  for (const { filename, message } of report.diagnostics) {
    byFile.set(filename, `${byFile.get(filename) ?? ''}${message}\n`)
  }
  return byFile
}

function write(file: string, source: string) {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), source)
}
