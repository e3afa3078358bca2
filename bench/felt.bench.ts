// What a person with a slow machine feels: a file of 5,000 rows dropped into the built portal, its main thread six times
// slower (figures G8 and G20). BENCH_PROFILE names a folder for a profile of each run, BENCH_URL a host that runs already.
import { chromium, type Browser, type Page } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rowsToCsv, sampleRows } from '#server/demo/sample-batch.ts'
import { demoPassword } from '#tests/support/call.ts'
import { startHost } from '#tests/support/host.ts'
import { atMost, type Figure, median, small } from './figure.ts'

const ROWS = 5_000
const RUNS = small ? 3 : 10
const SLOWER = 6
const profiles = process.env['BENCH_PROFILE']

export const minutes = 15

export async function figures(): Promise<Figure[]> {
  const given = process.env['BENCH_URL']
  const host = given === undefined ? await startHost() : { url: given, stop: () => Promise.resolve() }
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const scripts = await signInScripts(browser, host.url)
    const runs: Drop[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await dropFile(browser, host.url, run))
    if (process.env['BENCH_VERBOSE']) console.error(JSON.stringify(runs))
    const long = runs.filter(({ longestMs }) => longestMs >= 50).length
    const of = `${ROWS.toLocaleString('en')} rows dropped, main thread ${SLOWER} times slower`
    return [
      atMost('G8', `${of}: runs of ${RUNS} with a task of 50 ms or more`, long, Math.floor(RUNS * 0.2), 'runs'),
      atMost('G8', `${of}: the longest task, median`, median(runs.map(({ longestMs }) => longestMs)), 50, 'ms'),
      atMost('G8', `${ROWS.toLocaleString('en')} rows: elements in the document`, median(runs.map(({ elements }) => elements)), 400, 'elements'),
      atMost('G20', 'scripts of the sign-in page, gzipped', scripts / 1024, 125, 'KiB'),
    ] // prettier-ignore
  } finally {
    await browser.close()
    await host.stop()
  }
}

/** Bytes of all scripts until the form is there. */
async function signInScripts(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(url)
  await page.getByLabel('Username').waitFor()
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length)
  await context.close()
  return sizes.reduce((sum, size) => sum + size, 0)
}

interface Drop {
  /** Of the tasks that the browser calls long (50 ms and more); 0 without one. */
  readonly longestMs: number
  readonly tasks: readonly { at: number; ms: number }[]
  /** From the drop to rows on the screen. */
  readonly tableMs: number
  readonly elements: number
}

async function dropFile(browser: Browser, url: string, run: number): Promise<Drop> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await openWizard(page, url)
  const cdp = await context.newCDPSession(page)
  const csv = rowsToCsv(sampleRows(ROWS))
  const file = await page.evaluateHandle((text) => new File([text], 'loads.csv', { type: 'text/csv' }), csv)
  // As long as a person needs to find the file; the worker warms up meanwhile.
  await page.waitForTimeout(3_000)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (profiles) await cdp.send('Profiler.enable').then(() => cdp.send('Profiler.start'))
  // All of it inside the page: whoever looks in from outside adds tasks of his own.
  const result = await page.evaluate(async (dropped) => {
    const tasks: { at: number; ms: number }[] = []
    const area = document.querySelector('input[type=file]')?.closest('section, [role=region]')
    if (!area) throw new Error('no drop area')
    const rest = (ms: number) => new Promise((done) => setTimeout(done, ms))
    await rest(500)
    const start = performance.now()
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= start) tasks.push({ at: Math.round(startTime - start), ms: Math.round(duration) })
    }).observe({ type: 'longtask', buffered: true })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(dropped)
    const options = { dataTransfer, bubbles: true, cancelable: true }
    setTimeout(() => {
      area.dispatchEvent(new DragEvent('dragover', options))
      area.dispatchEvent(new DragEvent('drop', options))
    })
    while (document.querySelectorAll('[role=grid] [role=row]').length < 5) await rest(20)
    const tableMs = performance.now() - start
    await rest(3_000)
    return { tasks, tableMs, elements: document.querySelectorAll('body *').length }
  }, file)
  if (profiles) {
    const { profile } = await cdp.send('Profiler.stop')
    await writeFile(join(profiles, `drop-${run}.cpuprofile`), JSON.stringify(profile))
  }
  await context.close()
  return { ...result, longestMs: Math.max(0, ...result.tasks.map(({ ms }) => ms)) }
}

async function openWizard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}batchload`)
  await page.getByLabel('Username').fill('olive')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Create Batch Load', level: 1 }).waitFor()
  await page.getByLabel('Load reference').fill('Bench')
}
