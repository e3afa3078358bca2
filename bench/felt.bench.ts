// What a person with a slow machine feels: a file of 5,000 rows dropped into the built portal, its main thread six times slower (by
// the browser's own throttling) or its whole renderer (stopped most of the time, which slows its workers too), against papaparse or
// SheetJS on the main thread with a table of all rows (figures G6 to G8). Then typing, searching and scrolling among the rows.
// BENCH_PROFILE names a folder for a profile of each drop.
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, JSHandle, Page } from '@playwright/test'
import * as SheetJs from 'xlsx'
import { rowsToCsv, sampleRows } from '#server/demo/sample-batch.ts'
import { demoPassword } from '#tests/support/call.ts'
import { startHost } from '#tests/support/host.ts'
import { atMost, beside, type Figure, many, median, quantile, scaled, small } from './figure.ts'
import { inChromium } from './in-chromium.ts'
import { servePages } from './pages.ts'
import type { dropFile } from './pages/plain_table.tsx'

export const minutes = 30
const ROWS = scaled(5_000, 500)
const RUNS = small ? 2 : 10
const PEER_RUNS = small ? 1 : 5
const SLOWER = 6
const profiles = process.env['BENCH_PROFILE']
const endings = ['csv', 'xlsx', 'xls'] as const
type Ending = (typeof endings)[number]
/** Of the peer's time at most, by the main thread slowed and by the whole renderer; xls has no goal of its own. */
const goals = {
  main: { id: 'G6', csv: 1 / 15, xlsx: undefined, xls: undefined },
  renderer: { id: 'G7', csv: 1 / 12, xlsx: 1 / 6, xls: undefined },
} as const
type Slowed = keyof typeof goals

export async function figures(): Promise<Figure[]> {
  const host = await startHost({ env: { SEED_CARDS: String(Math.ceil(ROWS * 1.5)) } })
  const site = await servePages(['plain_table'])
  try {
    const found: Figure[] = []
    for (const slowed of ['main', 'renderer'] as const)
      for (const ending of endings) found.push(...(await measure(host.url, site.url, ending, slowed)))
    return [...found, ...(await inChromium((browser) => atWork(browser, host.url)))]
  } finally {
    site.close()
    await host.stop()
  }
}

async function measure(url: string, peerUrl: string, ending: Ending, slowed: Slowed): Promise<Figure[]> {
  slower.length = 0
  const drops: Drop[] = []
  const peers: number[] = []
  const runs = slowed === 'main' && ending === 'csv' ? RUNS : PEER_RUNS
  // A browser for each, so that there is one renderer to be slowed.
  for (let run = 0; run < runs; run += 1)
    drops.push(await inChromium((browser) => dropHere(browser, url, ending, slowed, run)))
  for (let run = 0; run < PEER_RUNS; run += 1)
    peers.push(await inChromium((browser) => dropThere(browser, peerUrl, ending, slowed)))
  if (process.env['BENCH_VERBOSE']) console.error(ending, slowed, JSON.stringify(drops), peers)
  const ours = median(drops.map(({ tableMs }) => tableMs))
  const theirs = median(peers)
  const { id, [ending]: limit } = goals[slowed]
  const what = `${ending} of ${many(ROWS)} rows, from drop to table, ${slowed === 'main' ? 'main thread' : 'whole renderer'} ${SLOWER} times slower`
  const note = { note: `${Math.round(ours)} and ${Math.round(theirs)} ms; slowed ${median(slower).toFixed(1)} times` }
  const peer = ending === 'csv' ? 'papaparse and a plain table' : 'SheetJS and a plain table'
  const figure =
    limit === undefined
      ? beside(id, `${what}, compared with ${peer}`, ours / theirs, 'ratio', note)
      : atMost(id, `${what}, compared with ${peer}`, ours / theirs, Number(limit.toFixed(3)), 'ratio', note)
  if (slowed === 'renderer') return [figure]
  const longest = drops.map(({ longestMs }) => longestMs)
  const long = longest.filter((ms) => ms >= 50).length
  return [
    figure,
    ...(ending === 'csv'
      ? [atMost('G8', `${what}: runs of ${RUNS} with a task of 50 ms or more`, long, Math.floor(RUNS * 0.2), 'runs')]
      : []),
    atMost('G8', `${what}: the longest task, median`, median(longest), 50, 'ms'),
    atMost(
      'G8',
      `${what}: elements in the document`,
      Math.max(...drops.map(({ elements }) => elements)),
      400,
      'elements',
    ),
  ]
}

interface Drop {
  /** Of the tasks that the browser calls long (50 ms and more); 0 without one. */
  readonly longestMs: number
  /** From the drop to rows on the screen that can be typed into. */
  readonly tableMs: number
  readonly elements: number
}

async function dropHere(browser: Browser, url: string, ending: Ending, slowed: Slowed, run: number): Promise<Drop> {
  const page = await openWizard(browser, url)
  const file = await fileIn(page, ending)
  // As long as a person needs to find the file; the worker warms up meanwhile.
  await page.waitForTimeout(3_000)
  const cdp = await page.context().newCDPSession(page)
  const end = await slowDown(page, slowed)
  if (profiles) await cdp.send('Profiler.enable').then(() => cdp.send('Profiler.start'))
  const drop = await dropAndWait(page, file)
  if (profiles) {
    const { profile } = await cdp.send('Profiler.stop')
    await writeFile(join(profiles, `drop-${ending}-${slowed}-${run}.cpuprofile`), JSON.stringify(profile))
  }
  end()
  return { ...drop, longestMs: Math.max(0, ...drop.tasks) }
}

/** All of it inside the page: whoever looks in from outside adds tasks of his own. */
const dropAndWait = (page: Page, file: JSHandle<File>) =>
  page.evaluate(async (dropped) => {
    const tasks: number[] = []
    const area = document.querySelector('input[type=file]')?.closest('section, [role=region]')
    if (!area) throw new Error('no drop area')
    const rest = (ms: number) => new Promise((done) => setTimeout(done, ms))
    await rest(500)
    const start = performance.now()
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) if (startTime >= start) tasks.push(Math.round(duration))
    }).observe({ type: 'longtask', buffered: true })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(dropped)
    const options = { dataTransfer, bubbles: true, cancelable: true }
    setTimeout(() => {
      area.dispatchEvent(new DragEvent('dragover', options))
      area.dispatchEvent(new DragEvent('drop', options))
    })
    while (document.querySelectorAll('[role=grid] [role=row]').length < 5) await rest(10)
    const tableMs = performance.now() - start
    await rest(3_000)
    return { tasks, tableMs, elements: document.querySelectorAll('body *').length }
  }, file)

async function dropThere(browser: Browser, url: string, ending: Ending, slowed: Slowed): Promise<number> {
  const page = await browser.newPage()
  await page.goto(`${url}plain_table.html`)
  const file = await fileIn(page, ending)
  const end = await slowDown(page, slowed)
  const ms = await page.evaluate(
    (dropped) => (globalThis as unknown as { dropFile: typeof dropFile }).dropFile(dropped),
    file,
  )
  end()
  return ms
}

/** Typing, searching and scrolling among the rows of a csv, with the main thread slowed. */
async function atWork(browser: Browser, url: string): Promise<Figure[]> {
  const page = await openWizard(browser, url)
  await dropAndWait(page, await fileIn(page, 'csv'))
  await slowDown(page, 'main')
  await page.getByRole('grid').getByRole('row').nth(3).getByRole('gridcell').nth(2).dblclick()
  const typing = await keysToPaint(page, '1234.5612')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search the rows' }).click()
  const searching = await keysToPaint(page, '9000010000')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(1_000)
  const frames = await framesWhileScrolling(page)
  const of = `${many(ROWS)} rows, main thread ${SLOWER} times slower`
  return [
    atMost('G8', `${of}: key to paint while typing in a cell`, median(typing), 50, 'ms', {
      note: `the longest ${Math.max(...typing)} ms`,
    }),
    atMost('G8', `${of}: key to paint while searching`, median(searching), 100, 'ms', {
      note: `the longest ${Math.max(...searching)} ms`,
    }),
    atMost('G8', `${of}: time of a frame while scrolling, 95th percentile`, quantile(frames, 0.95), 50, 'ms', {
      note: `${(1000 / median(frames)).toFixed(0)} frames per second`,
    }),
  ]
}

/** From each key to the paint after it, as the browser counts it: in steps of 8 ms, and 16 for whatever is faster. */
async function keysToPaint(page: Page, text: string): Promise<number[]> {
  const given = await page.evaluateHandle(() => {
    const seen: number[] = []
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    return seen
  })
  await page.keyboard.type(text, { delay: 150 })
  await page.waitForTimeout(1_000)
  const seen = await given.evaluate((ms) => ms)
  return [...seen, ...Array.from({ length: Math.max(0, text.length - seen.length) }, () => 16)]
}

/** The times between frames while the rows pass by for two seconds. */
const framesWhileScrolling = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]')
    let scroller = grid
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
    if (!scroller) throw new Error('nothing to scroll')
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    const times: number[] = []
    let last = await frame()
    const ends = last + 2_000
    while (last < ends) {
      scroller.scrollTop += 200
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  })

/** Gives the way to end it. How much slower the page has become indeed is measured by what turns in it, and noted. */
async function slowDown(page: Page, slowed: Slowed): Promise<() => void> {
  const before = await spin(page)
  const end = await slow(page, slowed)
  slower.push((await spin(page)) / before)
  return end
}
const slower: number[] = []

/** How long the same loop takes in the page, in ms: the middle of three. */
const spin = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = [0, 0, 0].map(() => {
      const started = performance.now()
      let sum = 0
      for (let turn = 0; turn < 100_000_000; turn += 1) sum = (sum + turn) | 0
      return performance.now() - started + (sum === 1 ? 1 : 0)
    })
    return times.sort((a, b) => a - b)[1] ?? 0
  })

async function slow(page: Page, slowed: Slowed): Promise<() => void> {
  if (slowed === 'main') {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return () => undefined
  }
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('no browser')
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[]
  }
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => String(id))
  const child = spawn(process.execPath, [resolve('bench/slow-process.mjs'), String(SLOWER), ...pids], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return () => void child.stdin.end()
}

async function openWizard(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${url}batchload`)
  await page.getByLabel('Username').fill('olive')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Create Batch Load', level: 1 }).waitFor()
  await page.getByLabel('Load reference').fill('Bench')
  return page
}

const fileIn = (page: Page, ending: Ending): Promise<JSHandle<File>> =>
  page.evaluateHandle(
    ([base64, name]) => new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name),
    [bytesOf(ending).toString('base64'), `loads.${ending}`] as const,
  )

function bytesOf(ending: Ending): Buffer {
  const rows = sampleRows(ROWS)
  if (ending === 'csv') return Buffer.from(rowsToCsv(rows))
  const book = SheetJs.utils.book_new()
  const cells = rows.map(({ identifier, amount }) => [identifier, Number(amount)])
  SheetJs.utils.book_append_sheet(book, SheetJs.utils.aoa_to_sheet([['Card Number', 'Amount'], ...cells]), 'Loads')
  const bytes = SheetJs.write(book, {
    type: 'array',
    bookType: ending === 'xls' ? 'biff8' : 'xlsx',
    compression: true,
  }) as ArrayBuffer
  return Buffer.from(bytes)
}
