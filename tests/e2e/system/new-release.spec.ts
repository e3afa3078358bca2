// A new release deployed under open tabs, with the real server, the real service worker and a build in which every file
// has another name. What the server keeps of the previous release is in tests/server/platform/files.test.ts, the switch
// in kill-switch.spec.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { comeBack, expect, test } from '#tests/support/fixtures.ts'
import { browserSeed } from '#tests/support/browser-seed.ts'
import { startServer, type RunningServer } from '#tests/support/server.ts'
import {
  choose,
  csvOf,
  demoNumbers,
  figure,
  fillReference,
  nextAmount,
  openWizard,
  saved,
} from '../batch-load-setup.ts'

const built = join(import.meta.dirname, '../../../dist/portal')

/** A server whose portal can be replaced. */
let folder: string
let portal: string
let own: RunningServer
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-release-'))
  portal = join(folder, 'portal')
  cpSync(built, portal, { recursive: true })
  own = await startServer({ env: { PORTAL_DIR: portal }, seed: browserSeed() })
})
test.afterAll(async () => {
  await own.remove()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Replaces the served release atomically: a browser that checks halfway would take what it finds for another release.
 */
function deploy(): void {
  const next = `${portal}-next`
  cpSync(portal, next, { recursive: true })
  renameFiles(next)
  renameSync(portal, `${portal}-replaced`)
  renameSync(next, portal)
  rmSync(`${portal}-replaced`, { recursive: true })
}

test.use({ serviceWorkers: 'allow' })

/** Another build: each hashed file gets another name, and every reference to it itself does not change. */
function renameFiles(release: string): void {
  const assets = readdirSync(join(release, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const next = new Map(
    assets.map((name) => [
      name,
      name.replace(
        /-([\w-]{8})(?=\.\w+$)/,
        (_, hash: string) => `-${hash.slice(0, 7)}${hash.endsWith('Q') ? 'R' : 'Q'}`,
      ),
    ]),
  )
  const words = new RegExp([...next.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const entry of readdirSync(release, { recursive: true, encoding: 'utf8' })) {
    const path = join(release, entry)
    if (/\.(br|gz)$/.test(entry)) rmSync(path)
    else if (/\.(js|css|html)$/.test(entry))
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replaceAll(words, (name) => next.get(name) ?? name),
      )
  }
  // The page's own name stays, and what says that it is another one changes.
  const worker = join(release, 'service-worker.js')
  writeFileSync(worker, readFileSync(worker, 'utf8').replaceAll(/("revision":")(\w+)/g, '$1next$2'))
  for (const [name, other] of next) renameSync(join(release, 'assets', name), join(release, 'assets', other))
}

/** What the hourly update check does. */
const lookForRelease = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()))

const prompt = (page: Page) => page.getByText('New version ready: reload when you finish')

/** The script that the page was opened with. */
const mainOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)

test('an open wizard announces a new release and loads it on request; tabs of the previous release continue, and the draft survives', async ({
  page,
}) => {
  const { good } = await demoNumbers(own)
  await openWizard(page, { at: own.url })
  await comeBack(page)
  await fillReference(page, 'Across releases')
  await choose(page, { name: 'release.csv', content: csvOf(good.slice(0, 3).map((number) => [number, nextAmount()])) })
  await expect(figure(page, 'Rows')).toHaveText('3')
  await saved(page)
  const other = await page.context().newPage()
  await other.goto(own.url)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const before = await mainOf(page)

  // None of the old files is left on the server: tabs continue with what the worker has cached.
  deploy()
  await lookForRelease(page)
  await expect(prompt(page)).toBeVisible()
  await expect(prompt(other)).toBeVisible()
  const waits = () => navigator.serviceWorker.getRegistration().then((registration) => registration?.waiting !== null)
  expect(await page.evaluate(waits)).toBe(true)
  await expect(figure(page, 'Rows')).toHaveText('3')

  // Calls that continue in the meantime must not start the old worker again, which would prevent the new one from
  // activating.
  for (const each of [page, other])
    await each.evaluate(() => void setInterval(() => void fetch('health').catch(() => undefined), 15))
  await other.getByRole('button', { name: 'Reload now' }).click()
  await expect.poll(() => mainOf(other).catch(() => before)).not.toBe(before)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(prompt(other)).toBeHidden()

  // The wizard's tab is unchanged, and opens pages that it had not loaded yet.
  expect(await mainOf(page)).toBe(before)
  await page.bringToFront()
  await page.getByRole('link', { name: 'Find Card' }).click()
  await expect(page.getByRole('heading', { name: 'Find Card', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Merchant Sign Up' }).click()
  await expect(page.getByText('Fill in this form')).toBeVisible()
  expect(await mainOf(page)).toBe(before)

  await page.getByRole('link', { name: 'Create Batch Load' }).click()
  await expect(figure(page, 'Rows')).toHaveText('3')
  // The other tab has let the new version in: there is nothing to wait for.
  const pressedAt = Date.now()
  await page.getByRole('button', { name: 'Reload now' }).click()
  await expect.poll(() => mainOf(page).catch(() => before), { intervals: [50] }).not.toBe(before)
  expect(Date.now() - pressedAt).toBeLessThan(4_000)
  await expect(figure(page, 'Rows')).toHaveText('3')
})
