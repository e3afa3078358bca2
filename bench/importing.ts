// P1 to P4: how long users wait when they drop a file of 5,000 rows and scroll through it, also on a slow computer.
import type { Browser, JSHandle, Page } from '@playwright/test'
import * as SheetJs from 'xlsx'
import { rowsToCsv, sampleRows } from '#server/demo/sample-batch.ts'
import { withChromium, logIn, throttleCpu } from './browser.ts'
import { startDemoServer } from './databases.ts'
import {
  atLeast,
  atMost,
  bothMs,
  type Figure,
  interleave,
  isQuick,
  formatCount,
  median,
  quantile,
  type Row,
} from './figure.ts'
import { servePage } from './pages.ts'
import type { dropOnReference } from './peers/importer.mjs'

const ROWS = isQuick ? 1_000 : 5_000
/** How much slower the main thread of a slow computer is. */
export const SLOWER = isQuick ? 2 : 6
type FileExtension = 'csv' | 'xlsx'
const needs = { build: true, chromium: true, referencePackages: true }
const importer = 'react-spreadsheet-import 4.7.1'

export const csvImport: Figure = {
  id: 'P1',
  title: `A csv file of ${formatCount(ROWS)} rows, from drop to table`,
  reference: `${importer}: the total time of its three steps, without the user's clicks between them`,
  explanation:
    'While the worker waits, it reads made-up files until the browser has optimised its code. In a profile, the file then takes 46 ms of processor time instead of 120. What remains is drawing the table in slices of 5 ms, about 80 ms of processor time, mostly code that runs for the first time.',
  needs,
  measure: () => compareImports('csv', 0.3),
}

export const xlsxImport: Figure = {
  id: 'P2',
  title: `The same rows as xlsx`,
  reference: `${importer}, as for P1`,
  explanation:
    'Unpacking and parsing the workbook takes longer than reading a csv file, for both. After the made-up files, the workbook takes 90 ms of processor time instead of 240.',
  needs,
  measure: () => compareImports('xlsx', 0.4),
}

export const scrolling: Figure = {
  id: 'P3',
  title: `Scrolling through ${formatCount(ROWS)} rows, main thread ${SLOWER} times slower`,
  reference: `the grid of ${importer}`,
  explanation: 'Each frame scrolls by 200 pixels; new rows have to be drawn, styled and painted.',
  needs,
  measure: () =>
    withServers((url, referenceUrl) =>
      withChromium(async (browser) => {
        const ours = await openWizard(browser, url)
        await dropOnPortal(ours, await fileIn(ours, 'csv'))
        const theirs = await browser.newPage({ viewport })
        await theirs.goto(referenceUrl)
        await dropOnImporter(theirs, await fileIn(theirs, 'csv'))
        await throttleCpu(ours, SLOWER)
        await throttleCpu(theirs, SLOWER)
        const frames = { ours: [] as number[], theirs: [] as number[] }
        await interleave({
          ours: () => scrollAndRecord(ours, frames.ours),
          theirs: () => scrollAndRecord(theirs, frames.theirs),
        })
        const perSecond = (gaps: readonly number[]) => (1000 * gaps.length) / gaps.reduce((sum, ms) => sum + ms, 0)
        const ourRate = perSecond(frames.ours)
        const theirRate = perSecond(frames.theirs)
        const ourGap = quantile(frames.ours, 0.95)
        const theirGap = quantile(frames.theirs, 0.95)
        const rateNote = `${ourRate.toFixed(0)} and ${theirRate.toFixed(0)} a second`
        const gapTitle = '95th percentile of the time between frames, relative to the reference'
        return [
          atLeast('frames per second, relative to the reference', {
            value: ourRate / theirRate,
            limit: 1.4,
            note: rateNote,
          }),
          atMost(gapTitle, { value: ourGap / theirGap, limit: 0.7, note: bothMs(ourGap, theirGap) }),
        ]
      }),
    ),
}

export const longTasks: Figure = {
  id: 'P4',
  title: `Tasks of more than 50 ms after a csv file of ${formatCount(ROWS)} rows was dropped, main thread ${SLOWER} times slower`,
  reference: 'the limit of 50 ms above which a browser calls a task long',
  explanation:
    'In a profile at full speed, four tasks take 9 to 12 ms, which is too long for a machine that is 6 times slower: laying out and painting the first rows, receiving the answer of the check (2 MB), storing the draft, and drawing the results. Parsing the answer, 16 ms, is in the worker. A row of the table is one component, where it was 14.',
  needs,
  measure: () =>
    withServer(async (url) => {
      const runs = isQuick ? 1 : 10
      const longestTasks: number[] = []
      for (let run = 0; run < runs; run += 1) {
        const drop = { extension: 'csv', slower: SLOWER, watchedMs: 2_000 } as const
        const { longestMs } = await withChromium((browser) => openAndDrop(browser, url, drop))
        longestTasks.push(longestMs)
      }
      const runsWithLongTask = longestTasks.filter((ms) => ms >= 50).length
      const note = `longest task, median: ${Math.round(median(longestTasks))} ms`
      const limit = Math.floor(runs * 0.2)
      return [atMost(`runs (of ${runs}) with a long task`, { value: runsWithLongTask, limit, unit: 'runs', note })]
    }),
}

const viewport = { width: 1280, height: 800 }

/** Runs `work` with a server and with the page of the reference. */
async function withServers(work: (url: string, referenceUrl: string) => Promise<Row[]>): Promise<Row[]> {
  const page = await servePage('bench/peers/importer.mjs')
  return withServer((url) => work(url, page.url)).finally(page.close)
}

async function withServer(work: (url: string) => Promise<Row[]>): Promise<Row[]> {
  const server = await startDemoServer()
  try {
    return await work(server.url)
  } finally {
    await server.remove()
  }
}

const compareImports = (extension: FileExtension, limit: number): Promise<Row[]> =>
  withServers(async (url, referenceUrl) => {
    const rows: Row[] = []
    for (const slower of isQuick ? [SLOWER] : [1, SLOWER]) {
      const measureOurs = async (browser: Browser) => {
        const { tableMs } = await openAndDrop(browser, url, { extension, slower, watchedMs: 0 })
        return tableMs
      }
      const measureTheirs = async (browser: Browser) => {
        const page = await browser.newPage({ viewport })
        await page.goto(referenceUrl)
        const file = await fileIn(page, extension)
        await throttleCpu(page, slower)
        return dropOnImporter(page, file)
      }
      const ms = await interleave(
        { ours: () => withChromium(measureOurs), theirs: () => withChromium(measureTheirs) },
        // Each drop uses a new browser, so a warm-up has no effect.
        { hasWarmUp: false },
      )
      const speed = slower === 1 ? 'at full speed' : `main thread ${slower} times slower`
      const measurement = { value: ms.ours / ms.theirs, limit, note: bothMs(ms.ours, ms.theirs) }
      rows.push(atMost(`time relative to the reference, ${speed}`, measurement))
    }
    return rows
  })

interface Drop {
  readonly extension: FileExtension
  /** How many times slower the main thread is. */
  readonly slower: number
  /** How long after the table appeared tasks are measured. */
  readonly watchedMs: number
}

async function openAndDrop(browser: Browser, url: string, { extension, slower, watchedMs }: Drop) {
  const page = await openWizard(browser, url)
  const file = await fileIn(page, extension)
  // Wait as long as a person needs to find the file. During that time the portal preloads modules.
  await page.waitForTimeout(isQuick ? 0 : 3_000)
  await throttleCpu(page, slower)
  return dropOnPortal(page, file, watchedMs)
}

export async function openWizard(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block', viewport })).newPage()
  await page.goto(`${url}batchload`)
  await logIn(page)
  await page.getByRole('heading', { name: 'Create Batch Load', level: 1 }).waitFor()
  await page.getByLabel('Load reference').fill('Bench')
  return page
}

/**
 * Drops the file and measures inside the page, because a driver outside of the page would add its own tasks. Tasks count
 * until `watchedMs` after the table appeared.
 */
export const dropOnPortal = (
  page: Page,
  file: JSHandle<File>,
  watchedMs = 2_000,
): Promise<{ tableMs: number; longestMs: number }> =>
  page.evaluate(
    async ([dropped, msAfterTable]) => {
      const tasks: number[] = []
      const area = document.querySelector('input[type=file]')?.closest('section, [role=region]')
      if (!area) throw new Error('No drop area')
      const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
      await sleep(500)
      const start = performance.now()
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          if (startTime >= start) tasks.push(Math.round(duration))
      }).observe({ type: 'longtask', buffered: true })
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(dropped)
      const options = { dataTransfer, bubbles: true, cancelable: true }
      setTimeout(() => {
        area.dispatchEvent(new DragEvent('dragover', options))
        area.dispatchEvent(new DragEvent('drop', options))
      })
      while (document.querySelectorAll('[role=grid] [role=row]').length < 5) await sleep(10)
      const tableMs = performance.now() - start
      await sleep(msAfterTable)
      return { tableMs, longestMs: Math.max(0, ...tasks) }
    },
    [file, watchedMs] as const,
  )

const dropOnImporter = (page: Page, file: JSHandle<File>): Promise<number> =>
  page.evaluate(
    (dropped) => (globalThis as unknown as { dropOnReference: typeof dropOnReference }).dropOnReference(dropped),
    file,
  )

/** Scrolls for two seconds, adds the times between frames to `frames`, and returns their median. */
export async function scrollAndRecord(page: Page, frames: number[]): Promise<number> {
  await page.bringToFront()
  const gaps = await page.evaluate(async () => {
    // Find the grid's scroll container: the grid itself, or its nearest parent that is smaller than its content.
    let scroller = document.querySelector('[role=grid]')
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
    if (!scroller) throw new Error('Nothing to scroll')
    scroller.scrollTop = 0
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    const times: number[] = []
    let last = await frame()
    const deadline = last + 2_000
    while (last < deadline) {
      scroller.scrollTop += 200
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  })
  frames.push(...gaps)
  return median(gaps)
}

export const fileIn = (page: Page, extension: FileExtension): Promise<JSHandle<File>> =>
  page.evaluateHandle(
    ([base64, name]) => new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name),
    [bytesOf(extension).toString('base64'), `loads.${extension}`] as const,
  )

function bytesOf(extension: FileExtension): Buffer {
  const rows = sampleRows(ROWS)
  if (extension === 'csv') return Buffer.from(rowsToCsv(rows))
  const book = SheetJs.utils.book_new()
  const cells = rows.map(({ identifier, amount }) => [identifier, Number(amount)])
  SheetJs.utils.book_append_sheet(book, SheetJs.utils.aoa_to_sheet([['Card Number', 'Amount'], ...cells]), 'Loads')
  return Buffer.from(SheetJs.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}
