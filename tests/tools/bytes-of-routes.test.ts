// Limits the script bytes and files of each page of the built portal in each language, including all imports and texts, so
// that accidental imports are found. The sign-in page's actual requests are counted in the browser
// (tests/e2e/shell.spec.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import type { Language } from '#domain/texts/languages.ts'
import type { TextFiles } from '#server/http/portal-page.ts'
import { rawPortalFolder as portal } from '#tests/support/static-server.ts'

const assets = join(portal, 'assets')
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
const sources = new Map(scripts.map((name) => [name, readFileSync(join(assets, name), 'utf8')]))
const sourceOf = (name: string): string => sources.get(name) ?? ''
const bytes = new Map([...sources].map(([name, source]) => [name, gzipSync(source, { level: 9 }).length]))
const page = readFileSync(join(portal, 'index.html'), 'utf8')
const worker = readFileSync(join(portal, 'service-worker.js'), 'utf8')
const textFiles = JSON.parse(readFileSync(join(portal, 'texts.json'), 'utf8')) as Readonly<Record<Language, TextFiles>>

/** In KiB, gzipped, for pages that are not listed below. */
const USUAL_KIB = 348
const budgets: Readonly<Record<string, number>> = {
  // Loaded before the user has signed in, or shown to all users.
  ForgotPasswordPage: 164,
  ResetPasswordPage: 154,
  ActivatePage: 154,
  NotFoundPage: 139,
  // Pages with many dialogs.
  ApproveBatchLoadPage: 358,
  CardDetailsPage: 352,
  MyBatchesPage: 352,
  FundingPage: 351,
  // Pages with rows of files, their fixes and drafts.
  UploadWizardPage: 404,
}
/** The fraction by which the budgets of a language are larger: its words are longer, or its letters take more bytes. */
const LONGER_WORDS: Readonly<Record<string, number>> = { ms: 0.005, 'zh-Hans': 0.01, de: 0.015, ar: 0.04 }
/** The most bytes, gzipped, that can be loaded for the sign-in form in each language. */
const SIGN_IN_BYTES: Readonly<Record<Language, number>> = {
  en: 128_060,
  ms: 128_080,
  de: 128_280,
  'zh-Hans': 128_270,
  ar: 128_430,
}
/** The most bytes, gzipped, of the scripts that must arrive before the sign-in form is painted. */
const FORM_BYTES = 1_930
/** On a connection with high latency, every six files cost another round trip. */
const MAX_FILES = 19
/** Texts in libraries that are loaded only when a file is read or written, never with a page. RECORD_SEP is in Papa Parse. */
const lazyLibraries = ['SheetJS', 'jsPDF', 'RECORD_SEP']

const scriptsOf = (start: string) => scripts.filter((name) => name.startsWith(`${start}-`))
// Excludes files that the page only preloads.
const entries = [...page.matchAll(/<script [^>]*src="\.\/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name)
const pages = scripts.filter((name) => /^(\w+Page|sign-in)-/.test(name)).map((name) => name.replace(/-.{8}\.js$/, ''))
/** The parts of the texts that are loaded before a file is imported. */
const textParts = new Map(
  [...sources.values()].flatMap((source) =>
    [...source.matchAll(/\.load\(`([^`]+)`\)\.then\(\(\)=>import\(`\.\/([\w.-]+)`/g)].map(
      ([, parts = '', name = '']) => [name, parts.split(' ')] as const,
    ),
  ),
)

/** These files and everything that they import, directly or not. All of them are loaded before the page is drawn. */
function closureOf(starts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name) || !sources.has(name)) return
    seen.add(name)
    for (const [, imported = ''] of sourceOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      add(imported)
  }
  starts.forEach(add)
  return seen
}

const isPrecached = (name: string): boolean => worker.includes(`assets/${name}`)
const sizeInKib = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0) / 1024

test('every page in `budgets` exists in the build', () => {
  expect(entries.length).toBeGreaterThan(0)
  expect(pages).toEqual(expect.arrayContaining(Object.keys(budgets)))
  expect(new Set(pages).size).toBe(pages.length)
})

test('every page is stored by the service worker with all its imports and texts, so that none is missing offline', () => {
  const texts = Object.values(textFiles).flatMap(({ first, help, parts, workers }) => [
    first,
    help,
    ...Object.values(parts),
    ...Object.values(workers),
  ])
  const needed = [...closureOf([...entries, ...scriptsOf('routes'), ...pages.flatMap(scriptsOf), ...texts])]
  expect(needed.length).toBeGreaterThan(pages.length + texts.length)
  expect(needed.filter((name) => !isPrecached(name))).toEqual([])
})

test('no script except the texts contains a text, so that one build serves all languages', () => {
  const code = scripts.filter((name) => !name.startsWith('texts.')).map(sourceOf)
  // A sentence of the sign-in page, one of the wizards and one of the help, in two languages.
  for (const sentence of ['Forgot your password', 'Remove all', 'Using the portal', 'Passwort vergessen'])
    expect(
      code.some((source) => source.includes(sentence)),
      sentence,
    ).toBe(false)
})

test('the sign-in form is painted before any script of the portal has arrived', () => {
  const blocking = [...page.matchAll(/<script src="\.\/([\w-]+\.js)"/g)].map(([, name = '']) => name)
  expect(blocking).toEqual(['theme.js', 'first-form.js'])
  const total = blocking.reduce((sum, name) => sum + gzipSync(readFileSync(join(portal, name)), { level: 9 }).length, 0)
  expect(total).toBeLessThanOrEqual(FORM_BYTES)
  // Scripts of the portal wait until the page is parsed.
  expect(page).not.toMatch(/<script (?!type="module")[^>]*src="\.\/assets/)
})

describe.each(voyager.languages)('in %s', (language) => {
  const { first, parts } = textFiles[language]

  test.each(pages)('%s stays within its limits of bytes and files', (name) => {
    const usualBudget = (budgets[name] ?? USUAL_KIB) * (1 + (LONGER_WORDS[language] ?? 0))
    const budget = name === 'sign-in' ? SIGN_IN_BYTES[language] / 1024 : usualBudget
    // The other routes are loaded with the first page that requires a sign-in.
    const routes = budget < USUAL_KIB && name !== 'NotFoundPage' ? [] : scriptsOf('routes')
    const imported = [...routes, ...scriptsOf(name)]
    const texts = imported.flatMap((file) => textParts.get(file) ?? []).map((part) => parts[part] ?? `no ${part}`)
    const needed = new Set([...closureOf([...entries, ...imported]), first, ...texts])
    expect(needed.size).toBeGreaterThan(entries.length)
    expect([...needed].filter((file) => !sources.has(file))).toEqual([])
    expect(sizeInKib(needed)).toBeLessThanOrEqual(budget)
    expect(needed.size).toBeLessThanOrEqual(MAX_FILES)
    const neededSource = [...needed].map(sourceOf).join('\n')
    for (const library of lazyLibraries) expect(neededSource).not.toContain(library)
  })

  test('the texts that a change of language loads have at most 150 KB', () => {
    const texts = scripts.filter((name) => name.startsWith(`texts.${language}.`))
    expect(texts.length).toBeGreaterThan(5)
    expect(sizeInKib(texts) * 1.024).toBeLessThanOrEqual(150)
  })
})
