// The fixtures of browser tests: a server for each worker, shared browsers, and login with the form.
import { writeFile } from 'node:fs/promises'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import { demoPassword } from './call.ts'
import { createDevice, type Device, deviceOf } from './device.ts'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { browserSeed, logsOfServers, startServer, type RunningServer } from './server.ts'
import { findChromium } from '#tools/chromium.mjs'

export { expect }

export interface WorkerFixtures {
  /** The real server with the demo programme, shared by the tests of one worker. */
  server: RunningServer
  /** The browser of `sharedDevice`. */
  device: Device
  /** The browser of `installedDevice`. */
  installed: Device
}

export interface TestFixtures {
  /**
   * A faulty proxy in front of the server, for tests that cut the connection or lose responses. Use `connection.url`
   * instead of the server's address.
   */
  connection: FaultyProxy
  /** Attaches the servers' logs to a failed test. */
  serverLogs: void
}

/**
 * For every browser test, even one without a server: for tests with other fixtures, Playwright would start a new worker,
 * and with it a new server.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({ seed: browserSeed() })
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  device: [
    async ({ browser, server }, use) => {
      const device = createDevice(browser, server.url)
      await use(device)
      await device.close()
    },
    { scope: 'worker' },
  ],
  installed: [
    async ({ browser, server }, use) => {
      const device = createDevice(browser, server.url, 'allow')
      await use(device)
      await device.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  connection: async ({ server }, use) => {
    const connection = await startFaultyProxy(server.url)
    await use(connection)
    await connection.close()
  },
  serverLogs: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern.
    async ({}, use, info) => {
      await use()
      const output = logsOfServers()
      if (info.status === info.expectedStatus || output === '') return
      const path = info.outputPath('servers.log')
      await writeFile(path, output)
      info.attachments.push({ name: 'logs of the servers', path, contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

/**
 * Like `test`, for tests that just start with a logged-in user: on a device where that user may already be logged in
 * (tests/support/device.ts).
 */
export const sharedDevice = test.extend({
  context: async ({ device }, use) => {
    await use(await device.begin())
    await device.end()
  },
})

/** Like `sharedDevice`, with the portal's service worker. Only the first of these tests fetches the worker's files. */
export const installedDevice = test.extend({
  context: async ({ installed }, use) => {
    await use(await installed.begin())
    await installed.end()
  },
})

/** Like `test`, in full Chromium: its headless shell has no system notifications. */
export const fullChromium = test.extend({
  context: async ({ baseURL, serviceWorkers, permissions }, use, { project }) => {
    const executablePath = findChromium()
    const browser = await chromium.launch({ ...project.use.launchOptions, ...(executablePath && { executablePath }) })
    const { viewport = null, locale = 'en-GB', timezoneId = 'UTC', contextOptions } = project.use
    const context = await browser.newContext({
      ...contextOptions,
      ...(baseURL !== undefined && { baseURL }),
      serviceWorkers,
      // Playwright refuses a default in the parameters of a fixture.
      ...(permissions && { permissions }),
      viewport,
      locale,
      timezoneId,
    })
    await use(context)
    await browser.close()
  },
})

/**
 * Logs in with the form, unless the user is still logged in on this device. If `to` is set, the user opens that page
 * first and returns to it after the login. `base` replaces the server's address, for example by a faulty proxy's.
 */
export async function signIn(page: Page, username: string, { to = '', base = '' } = {}): Promise<void> {
  const device = base === '' ? deviceOf(page) : undefined
  const isSignedIn = device !== undefined && (await device.reopen(page, username))
  await page.goto(base + to || './')
  if (isSignedIn) return expectSignedIn(page, username)
  await submitSignIn(page, username)
  await device?.remember(page, username)
}

/** Fills in and submits the login form of the current page. */
export async function submitSignIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectSignedIn(page, username)
}

/** Waits until the page's service worker is active. */
export const serviceWorkerReady = (page: Page): Promise<void> =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Reloads the page when the service worker is ready, since it controls a page only from the second visit on. */
export async function reloadWithServiceWorker(page: Page): Promise<void> {
  await serviceWorkerReady(page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const expectSignedIn = (page: Page, username: string) =>
  expect(page.getByText(`Logged in as: ${username}`).filter({ visible: true }).first()).toBeVisible()

/** Navigates within the portal without a reload, like Back or Forward; `path` is relative to the portal's address. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/voyager/${path}`)
