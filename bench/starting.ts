// P5 and P6: how long the first page takes, on a phone and as an installed portal without a connection.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { withChromium, throttleCpu } from './browser.ts'
import { startDemoServer } from './databases.ts'
import { atLeast, atMost, bothMs, type Figure, interleave, isQuick, median } from './figure.ts'
import { servePage } from './pages.ts'

const SLOWER = isQuick ? 2 : 4
/** The phone connection that Lighthouse assumes: 1.6 Mbit/s, 150 ms round trip. */
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

export const signInPage: Figure = {
  id: 'P5',
  title: 'The sign-in page on a phone, first visit',
  reference: 'Lighthouse 12.8.2 (mobile, performance); a page of React, its router and a form over the same connection',
  explanation:
    'The page itself contains the form, so that it is painted before any script of the portal has arrived. The portal takes it over and keeps what was typed. The first visit loads no code of other pages. What is missing is the script of the portal itself: 105 KB, whose tasks take about 100 ms of the simulated phone.',
  needs: { build: true, chromium: true, referencePackages: true },
  async measure() {
    const server = await startDemoServer()
    const site = await servePage('bench/bare-page.tsx')
    try {
      const scores: number[] = []
      for (let round = 0; round < (isQuick ? 1 : 7); round += 1)
        scores.push(await lighthouseScore(`${server.url}login`))
      const ms = await withChromium((browser) =>
        interleave({
          ours: () => firstPaint(browser, server.url),
          bare: () => firstPaint(browser, site.url),
        }),
      )
      const paint = { value: ms.ours / ms.bare, limit: 1.15, note: bothMs(ms.ours, ms.bare) }
      return [
        atLeast('Lighthouse performance', { value: median(scores), limit: 98 }),
        atMost('first paint, compared with the bare page', paint),
      ]
    } finally {
      site.close()
      await server.remove()
    }
  },
}

export const offlineStart: Figure = {
  id: 'P6',
  title: `Starting the installed portal without a connection, processor ${SLOWER} times slower`,
  reference: 'a wait that a user accepts',
  explanation:
    'All files are on the device, and the page itself contains the form. The time ends when text can be typed, which the portal takes over once its scripts are compiled.',
  needs: { build: true, chromium: true },
  async measure() {
    const server = await startDemoServer()
    try {
      const ms = await withChromium(async (browser) => {
        const context = await browser.newContext()
        const setupPage = await context.newPage()
        await setupPage.goto(server.url)
        await setupPage.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
        await setupPage.close()
        await context.setOffline(true)
        return interleave({
          open: async () => {
            const page = await context.newPage()
            await throttleCpu(page, SLOWER)
            const started = performance.now()
            await page.goto(`${server.url}batchload`, { waitUntil: 'commit' })
            await page.getByLabel('Username').fill('o')
            const duration = performance.now() - started
            await page.close()
            return duration
          },
        })
      })
      return [atMost('from the icon to the form', { value: ms.open / 1000, limit: 2, unit: 's' })]
    } finally {
      await server.remove()
    }
  },
}

/** The time of the First Contentful Paint on a first visit with an empty cache. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const page = await openPhone(browser)
  await page.goto(url)
  await page.getByLabel('Username').waitFor()
  const ms = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.context().close()
  return ms
}

/** An empty page on a phone with an empty cache. */
export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', CONNECTION)
  await throttleCpu(page, SLOWER)
  return page
}

/** Returns the performance score of Lighthouse, from 0 to 100. Its recordings sometimes fail, so each is tried three times. */
async function lighthouseScore(url: string, attempts = 3): Promise<number> {
  try {
    return await runLighthouse(url)
  } catch (error) {
    if (attempts === 1) throw error
    return lighthouseScore(url, attempts - 1)
  }
}

async function runLighthouse(url: string): Promise<number> {
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      resolve('bench/peers/node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] }, maxBuffer: 2 ** 28 },
  )
  const { categories } = JSON.parse(stdout) as { categories: { performance: { score: number } } }
  return Math.round(categories.performance.score * 100)
}
