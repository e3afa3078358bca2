// Limits the script bytes and files of each page of the built portal, including all imports, so that accidental imports
// are found. The sign-in page's actual requests are counted in the browser (tests/e2e/shell.spec.ts).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const portal = join(import.meta.dirname, '../../dist/portal')
const assets = join(portal, 'assets')
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
const text = new Map(scripts.map((name) => [name, readFileSync(join(assets, name), 'utf8')]))

/** In KiB, gzipped, for pages that are not listed below. */
const USUAL = 344
const budgets: Readonly<Record<string, number>> = {
  // Loaded before the user has signed in, or shown to all users.
  'sign-in': 124,
  ForgotPasswordPage: 161,
  ResetPasswordPage: 152,
  ActivatePage: 152,
  // Pages with keyboard shortcuts, and dialogs to approve and reject.
  ApproveBatchLoadPage: 348,
  NotFoundPage: 139,
  // Pages with rows of files, their fixes and drafts.
  UploadWizardPage: 382,
  MerchantSignUpPage: 371,
}
/** On a connection with high latency, every six files cost another round trip. */
const FILES = 18
/** Loaded when a file is read or written, never with a page. */
const lazyLibraries = ['SheetJS', 'jsPDF', 'Papa']

/** All files that are loaded before the page is drawn. */
function closureOf(starts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const [, imported = ''] of (text.get(name) ?? '').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (text.has(imported)) add(imported)
  }
  starts.forEach(add)
  return seen
}

const named = (start: string) => scripts.filter((name) => name.startsWith(`${start}-`))
// Excludes files that the page only preloads.
const entries = [
  ...readFileSync(join(portal, 'index.html'), 'utf8').matchAll(/<script [^>]*src="[^"]*assets\/([\w.-]+\.js)"/g),
].map(([, name = '']) => name)
const pages = scripts.filter((name) => /^(\w+Page|sign-in)-/.test(name)).map((name) => name.replace(/-.{8}\.js$/, ''))
const kib = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => {
    const packed = join(assets, `${name}.gz`)
    return sum + statSync(existsSync(packed) ? packed : join(assets, name)).size
  }, 0) / 1024

test('every page in `budgets` exists in the build', () => {
  expect(entries.length).toBeGreaterThan(0)
  expect(pages).toEqual(expect.arrayContaining(Object.keys(budgets)))
})

test('every page is in the precache with all its imports, so that none is missing offline', () => {
  const worker = readFileSync(join(portal, 'service-worker.js'), 'utf8')
  const needed = [...closureOf([...entries, ...named('routes'), ...pages.flatMap(named)])]
  expect(needed.filter((name) => !worker.includes(`assets/${name}`))).toEqual([])
})

test.each(pages)('%s', (page) => {
  const budget = budgets[page] ?? USUAL
  // The other routes are loaded with the first page that requires a sign-in.
  const routes = budget < USUAL && page !== 'NotFoundPage' ? [] : named('routes')
  const needed = closureOf([...entries, ...routes, ...named(page)])
  expect(needed.size).toBeGreaterThan(entries.length)
  expect(kib(needed)).toBeLessThanOrEqual(budget)
  expect(needed.size).toBeLessThanOrEqual(FILES)
  const all = [...needed].map((name) => text.get(name)).join('\n')
  for (const library of lazyLibraries) expect(all).not.toContain(library)
})
