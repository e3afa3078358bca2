// From nothing to a page that can be used: bytes of the sign-in page (G20), its first paint on a slow telephone and line against a
// bare page of React and its router (G21), the start of the installed portal offline, and from the icon to a wizard that can
// be filled in.
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { demoPassword } from '#tests/support/call.ts'
import { startHost } from '#tests/support/host.ts'
import { atMost, beside, type Figure, interleave, median, small } from './figure.ts'
import { inChromium } from './in-chromium.ts'
import { servePages } from './pages.ts'

export const minutes = 15
const RUNS = small ? 2 : 9
const SLOWER = 4
/** As Lighthouse has a telephone's line: 1.6 Mbit/s, 150 ms there and back. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

export async function figures(): Promise<Figure[]> {
  const host = await startHost()
  const site = await servePages(['bare'])
  try {
    return await inChromium(async (browser) => [
      atMost(
        'G20',
        'scripts of the sign-in page, gzipped',
        (await signInScripts(browser, `${host.url}login`)) / 1024,
        125,
        'KiB',
      ),
      ...(await firstPaint(browser, host.url, `${site.url}bare.html`)),
      ...(await installed(browser, host.url)),
    ])
  } finally {
    site.close()
    await host.stop()
  }
}

/** Bytes of all scripts that were asked for until the form was there; what is fetched ahead comes later. */
async function signInScripts(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('input')) return
      observer.disconnect()
      performance.mark('form')
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(url)
  await page.getByLabel('Username').waitFor()
  const scripts = await page.evaluate(() => {
    const form = performance.getEntriesByName('form')[0]?.startTime ?? 0
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < form)
    return before.map(({ name }) => name).filter((name) => name.endsWith('.js') && !name.includes('workbox-window'))
  })
  await context.close()
  const bodies = await Promise.all(
    scripts.map(async (script) => Buffer.from(await (await fetch(script)).arrayBuffer())),
  )
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}

async function firstPaint(browser: Browser, url: string, bareUrl: string): Promise<Figure[]> {
  const blocked: number[] = []
  const kib = { ours: 0, bare: 0 }
  const ours = async () => {
    const { paintMs, blockingMs, bytes } = await openSlowly(browser, url)
    blocked.push(blockingMs)
    kib.ours = bytes / 1024
    return paintMs
  }
  const bare = async () => {
    const { paintMs, bytes } = await openSlowly(browser, bareUrl)
    kib.bare = bytes / 1024
    return paintMs
  }
  const ms = await interleave({ ours, bare }, RUNS)
  const onTheLine = ((kib.ours - kib.bare) * 1024 * 1000) / LINE.downloadThroughput
  const note = {
    note: `${Math.round(ms.ours)} and ${Math.round(ms.bare)} ms; ${Math.round(kib.ours)} and ${Math.round(kib.bare)} KiB until then; transferring the difference takes ${Math.round(onTheLine)} ms`,
  }
  return [
    atMost(
      'G21',
      'sign-in page, first paint on a phone, compared with a bare React page',
      ms.ours / ms.bare,
      1.15,
      'ratio',
      note,
    ),
    atMost('G21', 'sign-in page, total blocking time', median(blocked), 50, 'ms'),
  ]
}

/** A first visit, nothing cached: its first paint with content, what had come until then, and what tasks took beyond 50 ms each until the form is there. */
async function openSlowly(browser: Browser, url: string) {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { benchTasks: tasks })
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url)
  await page.getByLabel('Username').waitFor()
  const seen = await page.evaluate(() => {
    const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    const sent = (type: string) => performance.getEntriesByType(type) as PerformanceResourceTiming[]
    const before = [...sent('navigation'), ...sent('resource')].filter(({ responseEnd }) => responseEnd < paintMs)
    const bytes = before.reduce((sum, { transferSize }) => sum + transferSize, 0)
    return { paintMs, bytes, tasks: (globalThis as unknown as { benchTasks: number[] }).benchTasks }
  })
  await context.close()
  return {
    paintMs: seen.paintMs,
    bytes: seen.bytes,
    blockingMs: seen.tasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
  }
}

/** The portal as it was installed: its files are on the device, its processor is slow. */
async function installed(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext()
  const first = await context.newPage()
  await first.goto(url)
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await first.close()
  const toForm: number[] = []
  const toWizard: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const { page, ms } = await openFromIcon(context, url)
    toForm.push(ms)
    await page.getByLabel('Username').fill('olive')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    const started = performance.now()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByLabel('Load reference').fill('Bench')
    toWizard.push(ms + performance.now() - started)
    await signOut(page)
  }
  await context.setOffline(true)
  const offline: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const { page, ms } = await openFromIcon(context, url)
    offline.push(ms)
    await page.close()
  }
  await context.close()
  const slow = `processor ${SLOWER} times slower`
  const middle = (values: readonly number[]) => median(values.slice(1))
  return [
    atMost('start', `installed portal, offline, ${slow}: from the icon to the form`, middle(offline), 2_000, 'ms', {
      note: `${Math.round(middle(toForm))} ms online`,
    }),
    beside(
      'start',
      `installed portal, ${slow}: from the icon to a wizard that can be filled in, without the typing`,
      middle(toWizard),
      'ms',
      { note: 'includes hashing the password on the server, which is slow on purpose' },
    ),
  ]
}

async function openFromIcon(context: BrowserContext, url: string): Promise<{ page: Page; ms: number }> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const started = performance.now()
  await page.goto(`${url}batchload`, { waitUntil: 'commit' })
  await page.getByLabel('Username').fill('o')
  return { page, ms: performance.now() - started }
}

async function signOut(page: Page): Promise<void> {
  const { origin, pathname } = new URL(page.url())
  await page.goto(`${origin}${pathname.replace(/[^/]*$/, '')}logout`)
  await page.getByLabel('Username').waitFor()
  await page.close()
}
