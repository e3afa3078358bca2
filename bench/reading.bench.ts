// How fast batch files are read and checked, against papaparse and SheetJS in the same run (figures G1, G3 to G5 and G9).
import Papa from 'papaparse'
import { build } from 'vite'
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads'
import { resolve } from 'node:path'
import * as SheetJs from 'xlsx'
import { rowKindOf } from '#domain/row-kinds.ts'
import { createRowReader } from '#domain/rows/columns.ts'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { buffersOf } from '#workers/batch-file/answer.ts'
import { bytesToResult } from '#workers/batch-file/read-csv-file.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { type Figure, atMost, interleave, many, scaled, time } from './figure.ts'
import { inChromium } from './in-chromium.ts'
import type { readInWorker } from './pages/cold_reader.ts'
import { servePages } from './pages.ts'
import type { ReadingJob } from './reading-job.ts'
import type { MemoryJob } from './reading-memory.ts'

export const minutes = 15
const CAP = 5_000
const kind = rowKindOf({ kind: 'load', identifierType: 1 })
const limits = { accepts: ['csv', 'xlsx', 'xls'], maxRows: CAP } as const

/** All figures about reading. */
export async function figures(): Promise<Figure[]> {
  return [...(await warmReading()), ...(await coldReading()), ...(await largeFiles()), ...receiving()]
}

async function warmReading(): Promise<Figure[]> {
  const csv = loadsCsv(CAP)
  const quoted = toBytes(new TextDecoder().decode(csv).replace(/^([0-9]+),/gm, '"$1",'))
  const foreign = toBytes(new TextDecoder().decode(csv).replace('Amount', 'Betrag für'))
  const count = scaled(100_000, CAP)
  const large = loadsCsv(count)
  // Both are compiled before they are compared.
  for (let i = 0; i < 30; i++) [csv, quoted, foreign].forEach((file) => [readAll(file), parse(file)])
  const { ours, papa, oursQuoted, papaQuoted, oursForeign, papaForeign } = await interleave(
    {
      ours: () => time(() => readAll(csv)),
      papa: () => time(() => parse(csv)),
      oursQuoted: () => time(() => readAll(quoted)),
      papaQuoted: () => time(() => parse(quoted)),
      oursForeign: () => time(() => readAll(foreign)),
      papaForeign: () => time(() => parse(foreign)),
    },
    31,
  )
  const both = await interleave({
    ours: () => time(() => readAll(large, count)),
    papa: () => time(() => parse(large)),
  })
  return [
    atMost('G1', 'reading and checking 5,000 rows, warm, compared with papaparse', ours / papa, 40),
    atMost('G1', 'the same with quoted fields', oursQuoted / papaQuoted, 40),
    atMost('G1', 'the same with letters beyond ASCII', oursForeign / papaForeign, 40),
    atMost('G3', `reading and checking ${many(count)} rows compared with papaparse`, both.ours / both.papa, 40),
  ]
}

/** In workers of the browser, where people read: Node loads parts of itself first that a browser has ready. */
async function coldReading(): Promise<Figure[]> {
  const files = { csv: loadsCsv(CAP), xlsx: loadsXlsx(CAP) }
  const site = await servePages(['cold_reader', 'reading_worker'])
  const cold = await inChromium(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${site.url}cold_reader.html`)
    const job = (what: ReadingJob['what'], ending: keyof typeof files) => {
      const file = Buffer.from(files[ending]).toString('base64')
      return () =>
        page.evaluate(
          ([job, file]) => (globalThis as unknown as { readInWorker: typeof readInWorker }).readInWorker(job, file),
          [{ what, ending }, file] as const,
        )
    }
    return interleave(
      {
        papa: job('papaparse', 'csv'),
        bytes: job('bytes', 'csv'),
        xlsx: job('ours', 'xlsx'),
        xlsxBySheetJs: job('sheetjs', 'xlsx'),
      },
      9,
    )
  })
  site.close()
  const note = (ours: number, theirs: number) => ({ note: `${ours.toFixed(1)} and ${theirs.toFixed(1)} ms` })
  return [
    atMost(
      'G1',
      'reading and checking 5,000 rows in a cold worker of Chromium, compared with papaparse in one',
      cold.bytes / cold.papa,
      20,
      'ratio',
      note(cold.bytes, cold.papa),
    ),
    atMost(
      'G9',
      "xlsx of 5,000 rows in a cold worker of Chromium compared with SheetJS's leanest read in one",
      cold.xlsx / cold.xlsxBySheetJs,
      0.3,
      'ratio',
      note(cold.xlsx, cold.xlsxBySheetJs),
    ),
  ]
}

async function largeFiles(): Promise<Figure[]> {
  const rows = scaled(1_000_000, 2 * CAP)
  const million = loadsCsv(rows)
  const inThread = await buildThread()
  const memory = (what: MemoryJob['what']) => () => inThread({ what, bytes: million, maxRows: rows })
  const held = await interleave({ ours: memory('ours'), objects: memory('objects') }, 1)

  const files = { million: new Blob([million]), full: new Blob([loadsCsv(CAP)]) }
  const read = (file: Blob, fileName: string) => () => time(() => readRows(kind, { ...limits, fileName, file }))
  const csv = await interleave({ million: read(files.million, 'a.csv'), full: read(files.full, 'a.csv') }, 15)
  return [
    atMost('G3', `memory of ${many(rows)} rows compared with papaparse and objects`, held.ours / held.objects, 0.6),
    atMost('G4', `refusing a csv of ${many(rows)} rows compared with reading 5,000`, csv.million / csv.full, 3),
  ]
}

/** What the page's thread spends on taking the answer over. */
function receiving(): Figure[] {
  const ratios: number[] = []
  for (let round = 0; round < 9; round++) {
    const result = readAll(loadsCsv(CAP))
    if (!result.ok) throw new Error(result.refusal.text)
    const decoder = new TextDecoder()
    const rowAt = createRowReader(result.columns, (bytes) => decoder.decode(bytes))
    const objects = Array.from({ length: CAP }, (_, i) => rowAt(kind, i))
    const asObjects = receive(objects, [])
    ratios.push(receive(result, buffersOf(result) as ArrayBuffer[]) / asObjects)
  }
  const [, ...kept] = ratios
  const ratio = kept.sort((a, b) => a - b)[Math.floor(kept.length / 2)] ?? Number.NaN
  return [atMost('G5', 'receiving 5,000 checked rows compared with receiving objects', ratio, 0.1)]
}

function receive(value: unknown, transfer: ArrayBuffer[]): number {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(value, transfer)
  const start = performance.now()
  receiveMessageOnPort(port2)
  const ms = performance.now() - start
  port1.close()
  return ms
}

const readAll = (bytes: Uint8Array<ArrayBuffer>, maxRows = CAP) => bytesToResult(kind, bytes, maxRows)

const parse = (bytes: Uint8Array) => Papa.parse(new TextDecoder().decode(bytes), { delimiter: ',', newline: '\n' })

type InThread = (job: MemoryJob) => Promise<number>

async function buildThread(): Promise<InThread> {
  const outDir = resolve('.cache/bench')
  const entry = resolve('bench/reading-memory.ts')
  const output = { entryFileNames: 'reading-memory.mjs', chunkFileNames: '[name]-[hash].mjs' }
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: entry, outDir, emptyOutDir: true, target: 'node20', rollupOptions: { output } },
  })
  return (job) =>
    new Promise((done, fail) => {
      const worker = new Worker(resolve(outDir, 'reading-memory.mjs'), { workerData: job })
      worker.once('message', (value: number) => {
        done(value)
        void worker.terminate()
      })
      worker.once('error', fail)
    })
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const amountOf = (i: number): number => ((i * 7919) % 99_000) + 100

function loadsCsv(count: number): Uint8Array<ArrayBuffer> {
  const lines = ['Card Number,Amount']
  for (let i = 0; i < count; i++) lines.push(`${cardNumber(i)},${(amountOf(i) / 100).toFixed(2)}`)
  return toBytes(`${lines.join('\n')}\n`)
}

/** As Excel writes it: identifiers as shared strings, amounts as numbers. */
function loadsXlsx(count: number): Uint8Array<ArrayBuffer> {
  const bytes = SheetJs.write(loadsBook(count), {
    type: 'array',
    bookType: 'xlsx',
    bookSST: true,
    compression: true,
  }) as ArrayBuffer
  return new Uint8Array(bytes)
}

function loadsBook(count: number): SheetJs.WorkBook {
  const rows = Array.from({ length: count }, (_, i) => [cardNumber(i), amountOf(i) / 100])
  const book = SheetJs.utils.book_new()
  SheetJs.utils.book_append_sheet(book, SheetJs.utils.aoa_to_sheet([['Card Number', 'Amount'], ...rows]), 'Loads')
  return book
}

function cardNumber(n: number): string {
  const body = `900001${String(n).padStart(9, '0')}`
  for (let digit = 0; digit < 9; digit++) if (hasValidCheckDigit(`${body}${digit}`)) return `${body}${digit}`
  return `${body}9`
}
