// What browser tests start from: a host of their own for each worker, and signing in by the form as a person would.
import { writeFile } from 'node:fs/promises'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import { demoPassword } from './call.ts'
import { createDevice, type Device, deviceOf } from './device.ts'
import { startBadLine, type BadLine } from './proxy.ts'
import { browserSeed } from './browser-seed.ts'
import { logsOfHosts, startHost, type RunningHost } from './host.ts'
import { findChromium } from '#tools/chromium.mjs'

export { expect }

export interface WorkerFixtures {
  /** The real host with the demo programme, shared by the tests of one worker. */
  host: RunningHost
  /** The browser of `sharedDevice`. */
  device: Device
  /** The browser of `installedDevice`. */
  installed: Device
}

export interface TestFixtures {
  /** A bad line before the host, for tests that cut it or lose answers: open `line.url` instead of the host's address. */
  line: BadLine
  /** What the hosts said stands beside the picture of a test that failed. */
  hostsSaid: void
}

/** For every browser test, also one that needs no host: a worker goes on only with tests of the same kind, and its host with it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  host: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const host = await startHost({ seed: browserSeed() })
      await use(host)
      await host.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  device: [
    async ({ browser, host }, use) => {
      const device = createDevice(browser, host.url)
      await use(device)
      await device.close()
    },
    { scope: 'worker' },
  ],
  installed: [
    async ({ browser, host }, use) => {
      const device = createDevice(browser, host.url, 'allow')
      await use(device)
      await device.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ host }, use) => use(host.url),
  line: async ({ host }, use) => {
    const line = await startBadLine(host.url)
    await use(line)
    await line.close()
  },
  hostsSaid: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern.
    async ({}, use, info) => {
      await use()
      const said = logsOfHosts()
      if (info.status === info.expectedStatus || said === '') return
      const path = info.outputPath('hosts.log')
      await writeFile(path, said)
      info.attachments.push({ name: 'what the hosts said', path, contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

/** As `test`, for tests that only begin with somebody signed in: on a device where that may be so already (tests/support/device.ts). */
export const sharedDevice = test.extend({
  context: async ({ device }, use) => {
    await use(await device.begin())
    await device.end()
  },
})

/** As `sharedDevice`, with the portal's service worker: its files are fetched for the first of these tests only. */
export const installedDevice = test.extend({
  context: async ({ installed }, use) => {
    await use(await installed.begin())
    await installed.end()
  },
})

/** As `test`, in the whole of Chromium: its shell without a window has no notifications of the system. */
export const wholeBrowser = test.extend({
  context: async ({ baseURL, serviceWorkers, permissions }, use, { project }) => {
    const executablePath = findChromium()
    const browser = await chromium.launch({ ...project.use.launchOptions, ...(executablePath && { executablePath }) })
    const { viewport, locale, timezoneId, contextOptions } = project.use
    const context = await browser.newContext({
      ...contextOptions,
      baseURL,
      serviceWorkers,
      permissions,
      viewport,
      locale,
      timezoneId,
    })
    await use(context)
    await browser.close()
  },
})

/**
 * Signs in by the form, but where the user is signed in on this device still. With `to` the person asks for a page first and
 * arrives there after signing in.
 */
export async function signIn(page: Page, username: string, { to = '', at = '' } = {}): Promise<void> {
  const device = at === '' ? deviceOf(page) : undefined
  const isSignedIn = device !== undefined && (await device.reopen(page, username))
  // Relative to the base address (baseURL of the fixtures), or to `at`, such as a bad line's address.
  await page.goto(at + to || './')
  if (isSignedIn) return isThere(page, username)
  await signInHere(page, username)
  await device?.remember(page, username)
}

/** As `signIn`, on the page that is there: what waits in its memory stays. */
export async function signInHere(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await isThere(page, username)
}

/** Opens the page once more, now under the service worker: the first visit is not controlled by it, the second one is. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const isThere = (page: Page, username: string) =>
  expect(page.getByText(`Logged in as: ${username}`).filter({ visible: true }).first()).toBeVisible()

/** A move within the portal, as a press of Back or Forward is; `path` from the portal's own address on. */
export const move = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/voyager/${path}`)
