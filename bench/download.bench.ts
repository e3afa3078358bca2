// What a browser needs while it saves the largest report (figure G25): the csv of a million cards, streamed by a stand-in of the
// host's, taken by the real portal. All processes of the browser together, against what they have needed just before; the file is
// never in the page's own memory. Linux alone, where a process says what it holds (/proc/…/smaps_rollup).
import { chromium, type Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { demoPassword } from '#tests/support/call.ts'
import { startHost } from '#tests/support/host.ts'
import { atMost, type Figure, many, scaled } from './figure.ts'

export const minutes = 10
const ROWS = scaled(1_000_000, 100_000)
const HEADER = 'Item Number,Campaign,Balance,Expiry Date,Status,Customer Reference,Card Label\r\n'
const row = (at: number) =>
  `${String(100_000_000 + at)},Voyager Travel Card,${(at % 1000).toFixed(2)},2029-12-31,Active,reference ${at},somebody with a card\r\n`
/** How often the processes are looked at. */
const LOOK_MS = 100

export async function figures(): Promise<Figure[]> {
  if (process.platform !== 'linux') return []
  const host = await startHost()
  const stand = await startStandIn(host.url)
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    page.setDefaultTimeout(180_000)
    await openReport(page, stand.url)
    const all = () => sum(browserProcesses().map(heldBytes))
    const pages = () => Math.max(...browserProcesses().filter(isRenderer).map(heldBytes))
    const before = { all: all(), page: pages() }
    const most = { ...before }
    const watch = setInterval(() => {
      most.all = Math.max(most.all, all())
      most.page = Math.max(most.page, pages())
    }, LOOK_MS)
    stand.grow()
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 0 }), askForCsv(page)])
    const { size } = await stat(await download.path())
    clearInterval(watch)
    if (size !== stand.sent()) throw new Error(`${stand.sent()} bytes were sent, and ${size} saved`)
    const megabytes = (bytes: number) => bytes / 1024 / 1024
    const of = `${many(ROWS)} cards as csv, ${Math.round(megabytes(size))} MB, saved by the browser`
    return [
      atMost('G25', `${of}: memory of the page during the download`, megabytes(most.page - before.page), 128, 'MB'),
      atMost(
        'G25',
        `${of}: memory of all browser processes compared with the size of the file`,
        (most.all - before.all) / size,
        2,
      ),
    ]
  } finally {
    await browser.close()
    await stand.close()
    await host.stop()
  }
}

async function openReport(page: Page, url: string): Promise<void> {
  await page.goto(`${url}reports/cardBalanceReport`)
  await page.getByLabel('Username').fill('rita')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('rowheader').first().waitFor()
}

async function askForCsv(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
}

interface StandIn {
  /** The host's address through it. */
  readonly url: string
  /** From now on the csv of the balances is the large one. */
  readonly grow: () => void
  /** Bytes of the last whole file. */
  readonly sent: () => number
  readonly close: () => Promise<void>
}

/** The host, but for the balances' csv once it is wanted as a whole. */
async function startStandIn(target: string): Promise<StandIn> {
  const { port, pathname } = new URL(target)
  let sent = 0
  let isLarge = false
  const server = createServer((asked, answer) => {
    const isFile = asked.method === 'GET' && /\/reports\/cardbalances_[^/]*\.csv/.test(asked.url ?? '')
    if (!isFile || !isLarge) return forward(asked, answer, port)
    void stream(answer).then((bytes) => (sent = bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    grow: () => void (isLarge = true),
    sent: () => sent,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function forward(asked: IncomingMessage, answer: ServerResponse, port: string): void {
  const { method, url: path, headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

async function stream(answer: ServerResponse): Promise<number> {
  answer.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'x-total-rows': String(ROWS) })
  let bytes = 0
  let text = HEADER
  for (let at = 0; at < ROWS; at++) {
    text += row(at)
    if (text.length < 64 * 1024 && at < ROWS - 1) continue
    bytes += Buffer.byteLength(text)
    if (!answer.write(text)) await new Promise((resolve) => answer.once('drain', resolve))
    text = ''
  }
  answer.end()
  return bytes
}

/** Those of the browser that this process has started. */
function browserProcesses(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue
    // After the command in parentheses: state, parent.
    const parent = /\) \S (\d+)/.exec(readOr(`/proc/${name}/stat`))?.[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isBelow = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(
    (pid) => isBelow(pid) && /chrom|headless_shell/.test(readOr(`/proc/${pid}/cmdline`)),
  )
}

const isRenderer = (pid: number): boolean => readOr(`/proc/${pid}/cmdline`).includes('--type=renderer')

/** Its share of what it holds, in bytes; 0 once it is gone. */
const heldBytes = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
