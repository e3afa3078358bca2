// Limits the script bytes and files of each page of the built portal in each language, including all imports, so that
// accidental imports are found. The sign-in page's actual requests are counted in the browser (tests/e2e/shell.spec.ts).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import type { Language } from '#domain/languages.ts'

const portal = join(import.meta.dirname, '../../dist/portal')
const assets = join(portal, 'assets')
const allScripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
const sources = new Map(allScripts.map((name) => [name, readFileSync(join(assets, name), 'utf8')]))

/** In KiB, gzipped, for pages that are not listed below. */
const USUAL_KIB = 345
const budgets: Readonly<Record<string, number>> = {
  // Loaded before the user has signed in, or shown to all users.
  ForgotPasswordPage: 162,
  ResetPasswordPage: 153,
  ActivatePage: 153,
  NotFoundPage: 139,
  // Pages with keyboard shortcuts, and dialogs to approve and reject.
  ApproveBatchLoadPage: 349,
  // Pages with rows of files, their fixes and drafts.
  UploadWizardPage: 384,
  MerchantSignUpPage: 372,
}
/** The fraction by which the budgets of a language are larger: its words are longer, or its letters take more bytes. */
const LONGER_WORDS: Readonly<Record<string, number>> = { ms: 0.005, 'zh-Hans': 0.01, de: 0.015, ar: 0.04 }
/**
 * The most bytes, gzipped, that can be loaded for the sign-in form in each language. English has the number of bytes
 * from the time before the portal had message files. On 27 November 2026, the form needed 126,016 bytes in English,
 * 126,141 in Malay, 126,379 in German, 126,422 in Chinese and 126,819 in Arabic.
 */
const SIGN_IN_BYTES: Readonly<Record<Language, number>> = {
  en: 126_018,
  ms: 126_600,
  de: 126_800,
  'zh-Hans': 126_900,
  ar: 127_300,
}
/** On a connection with high latency, every six files cost another round trip. */
const MAX_FILES = 18
/** Texts in libraries that are loaded only when a file is read or written, never with a page. RECORD_SEP is in Papa Parse. */
const lazyLibraries = ['SheetJS', 'jsPDF', 'RECORD_SEP']

/** These files and everything that they import, directly or not. All of them are loaded before the page is drawn. */
function closureOf(starts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const [, imported = ''] of (sources.get(name) ?? '').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (sources.has(imported)) add(imported)
  }
  starts.forEach(add)
  return seen
}

const sizeInKib = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => {
    const compressed = join(assets, `${name}.gz`)
    return sum + statSync(existsSync(compressed) ? compressed : join(assets, name)).size
  }, 0) / 1024

describe.each(voyager.languages)('in %s', (language) => {
  const suffix = language === voyager.languages[0] ? '' : `.${language}`
  const worker = readFileSync(join(portal, `service-worker${suffix}.js`), 'utf8')
  const page = readFileSync(join(portal, `index${suffix}.html`), 'utf8')
  // The files of all languages are in one folder.
  const scripts = allScripts.filter((name) => worker.includes(`assets/${name}`))
  const scriptsOf = (start: string) => scripts.filter((name) => name.startsWith(`${start}-`))
  // Excludes files that the page only preloads.
  const entries = [...page.matchAll(/<script [^>]*src="[^"]*assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name)
  const pages = scripts.filter((name) => /^(\w+Page|sign-in)-/.test(name)).map((name) => name.replace(/-.{8}\.js$/, ''))

  test('every page in `budgets` exists in the build', () => {
    expect(entries.length).toBeGreaterThan(0)
    expect(pages).toEqual(expect.arrayContaining(Object.keys(budgets)))
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('every page is in the precache with all its imports, so that none is missing offline', () => {
    const needed = [...closureOf([...entries, ...scriptsOf('routes'), ...pages.flatMap(scriptsOf)])]
    expect(needed.filter((name) => !worker.includes(`assets/${name}`))).toEqual([])
  })

  test('the precache has the common address of the page and the manifest of this language, and no file of another language', () => {
    expect(worker).toContain('"index.html"')
    expect(worker).toContain(`"manifest${suffix}.webmanifest"`)
    for (const otherLanguage of voyager.languages.filter((candidate) => candidate !== language))
      expect(worker).not.toMatch(new RegExp(`(?:index|service-worker|manifest)\\.${otherLanguage}\\.`))
  })

  test.each(pages)('%s stays within its limits of bytes and files', (name) => {
    const usualBudget = (budgets[name] ?? USUAL_KIB) * (1 + (LONGER_WORDS[language] ?? 0))
    const budget = name === 'sign-in' ? SIGN_IN_BYTES[language] / 1024 : usualBudget
    // The other routes are loaded with the first page that requires a sign-in.
    const routes = budget < USUAL_KIB && name !== 'NotFoundPage' ? [] : scriptsOf('routes')
    const needed = closureOf([...entries, ...routes, ...scriptsOf(name)])
    expect(needed.size).toBeGreaterThan(entries.length)
    expect(sizeInKib(needed)).toBeLessThanOrEqual(budget)
    expect(needed.size).toBeLessThanOrEqual(MAX_FILES)
    const neededSource = [...needed].map((file) => sources.get(file)).join('\n')
    for (const library of lazyLibraries) expect(neededSource).not.toContain(library)
  })
})
