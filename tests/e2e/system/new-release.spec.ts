// A new release is deployed while tabs are open, with the real server, the real service worker and a build in which
// every file has a different name. tests/server/platform/files.test.ts tests which files of the previous release the
// server preserves. long/kill-switch.spec.ts tests the kill switch.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { RELOADED_FOR_UPDATE } from '#services/device/take-over.ts'
import { reloadWithServiceWorker, expect, test } from '#tests/support/fixtures.ts'
import { rawPortalFolder } from '#tests/support/static-server.ts'
import { browserSeed, startServer, type RunningServer } from '#tests/support/server.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  figure,
  fillReference,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

let folder: string
let portal: string
/** A server whose portal files can be replaced. */
let ownServer: RunningServer
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-release-'))
  portal = join(folder, 'portal')
  cpSync(rawPortalFolder, portal, { recursive: true })
  ownServer = await startServer({ env: { PORTAL_DIR: portal }, seed: browserSeed() })
})
test.afterAll(async () => {
  await ownServer.remove()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Replaces the served release atomically, because a browser that checks halfway would find a mixture of both releases.
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

/** Simulates another build: gives each hashed file a different name and updates all references to it. */
function renameFiles(release: string): void {
  const assets = readdirSync(join(release, 'assets'))
  const newNames = new Map(
    assets.map((name) => [
      name,
      name.replace(
        /-([\w-]{8})(?=\.\w+$)/,
        (_, hash: string) => `-${hash.slice(0, 7)}${hash.endsWith('Q') ? 'R' : 'Q'}`,
      ),
    ]),
  )
  const anyName = new RegExp([...newNames.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const entry of readdirSync(release, { recursive: true, encoding: 'utf8' })) {
    const path = join(release, entry)
    if (/\.(js|css|html|json)$/.test(entry))
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replaceAll(anyName, (name) => newNames.get(name) ?? name),
      )
  }
  for (const [name, newName] of newNames) renameSync(join(release, 'assets', name), join(release, 'assets', newName))
}

/** Performs the hourly update check. */
const checkForRelease = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()))

const updateNotice = (page: Page) => page.getByText('New version ready: reload when you finish')

/** The main script of the open page. */
const mainOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src*="/index-"]')?.src)

test('an open wizard announces a new release and loads it on request; other tabs continue, and the draft survives', async ({
  page,
}) => {
  const { loadableCards } = await demoCardNumbers(ownServer)
  await openWizard(page, { base: ownServer.url })
  await reloadWithServiceWorker(page)
  await fillReference(page, 'Across releases')
  await choose(page, {
    name: 'release.csv',
    content: csvOf(loadableCards.slice(0, 3).map((number) => [number, nextAmount()])),
  })
  await expect(figure(page, 'Rows')).toHaveText('3')
  await waitUntilSaved(page)
  const otherPage = await page.context().newPage()
  await otherPage.goto(ownServer.url)
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible()
  const before = await mainOf(page)

  // The server no longer has the old files. Tabs continue with the worker's cache.
  deploy()
  await checkForRelease(page)
  await expect(updateNotice(page)).toBeVisible()
  await expect(updateNotice(otherPage)).toBeVisible()
  const isWorkerWaiting = () =>
    navigator.serviceWorker.getRegistration().then((registration) => registration?.waiting !== null)
  await expect.poll(() => page.evaluate(isWorkerWaiting)).toBe(true)
  await expect(figure(page, 'Rows')).toHaveText('3')

  // Requests during the update must not restart the old worker, because it would prevent the new one from activating.
  for (const openPage of [page, otherPage])
    await openPage.evaluate(() => void setInterval(() => void fetch('health').catch(() => undefined), 15))
  await otherPage.getByRole('button', { name: 'Reload now' }).click()
  await expect.poll(() => mainOf(otherPage).catch(() => before)).not.toBe(before)
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(updateNotice(otherPage)).toBeHidden()

  // The wizard's tab is unchanged, and opens pages that it had not loaded before.
  expect(await mainOf(page)).toBe(before)
  await page.bringToFront()
  await page.getByRole('link', { name: 'Find Card' }).click()
  await expect(page.getByRole('heading', { name: 'Find Card', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Merchant Sign Up' }).click()
  await expect(page.getByText('Fill in this form')).toBeVisible()
  expect(await mainOf(page)).toBe(before)

  await page.getByRole('link', { name: 'Create Batch Load' }).click()
  await expect(figure(page, 'Rows')).toHaveText('3')
  // The other tab has activated the new version, so the page reloads without waiting for that. If it waited in vain, it
  // would leave a mark before it reloads.
  await page.addInitScript(
    (mark) => Object.assign(window, { marks: [sessionStorage.getItem(mark)] }),
    RELOADED_FOR_UPDATE,
  )
  await page.getByRole('button', { name: 'Reload now' }).click()
  await expect.poll(() => mainOf(page).catch(() => before)).not.toBe(before)
  await expect.poll(() => page.evaluate(() => (window as { marks?: unknown }).marks)).toEqual([null])
  await expect(figure(page, 'Rows')).toHaveText('3')

  // The sign-in page announces the next release too.
  await otherPage.close()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  deploy()
  await checkForRelease(page)
  await expect(updateNotice(page)).toBeVisible()
})
