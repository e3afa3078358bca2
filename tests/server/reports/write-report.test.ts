// Writing a report as bytes: a csv identical to that of the portal, workbooks that third-party readers open, and rows
// that are read no faster than the bytes are consumed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { namesToColumns } from '#domain/reports/columns.ts'
import { reports, type ReportId } from '#domain/reports/reports.ts'
import type { Db } from '#server/operations/context.ts'
import type { ReportRow, ReportSource } from '#server/reports/source.ts'
import { writeReport, type WriteOptions } from '#server/reports/write-report.ts'
import { tableToCsv } from '#sheets/write-table.ts'
import { BrokenFileError, inflatePieces, readZipDirectory } from '#sheets/zip.ts'
import { collect, fakeSource, loadOf, march } from './fake-source.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const zone = { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' }
// These sources never use the database.
const db = {} as Db

const write = (
  source: ReportSource,
  format: 'csv' | 'xlsx',
  options: WriteOptions = {},
  report: ReportId = 'detailedTopup',
) => writeReport(db, { report, format, query: march, source, timeZoneLabel: 'SGT' }, options)

const csvOf = async (...args: Parameters<typeof write>) => new TextDecoder().decode(await collect(write(...args)))

/** Converts a row to the form that the screen gets in a response. */
const toScreenRow = (row: ReportRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      cell instanceof Date
        ? cell.toISOString()
        : ['AMOUNT', 'FEES', 'BALANCE'].includes(name)
          ? (Number(cell) / 100).toFixed(2)
          : cell,
    ]),
  )

describe('a report as csv', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('a1,;"\'\n\r\t =+-@é𝄞')), maxLength: 8 })

  it(`has the same bytes as the portal’s csv of the same rows (SEED=${seed})`, async () => {
    const texts = fc.record({ CAMPAIGN: text, CUSTOMERREFERENCE: text, REFERENCE: text })
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { maxLength: 9 }),
        fc.integer({ min: 1, max: 4 }),
        async (rowTexts, rowsPerRead) => {
          const rows = rowTexts.map((row, index) => ({ ...loadOf(index + 1), ...row }))
          const source = fakeSource({ rows: rows.length, toRow: (number) => rows[number - 1]! })
          const columns = namesToColumns<Record<string, unknown>>(reports.detailedTopup.columns)
          expect(await collect(write(source, 'csv', { rowsPerRead }))).toEqual(
            tableToCsv({ columns, rows: rows.map(toScreenRow), zone, dropsFirstComma: true }),
          )
        },
      ),
      { seed, numRuns: 60 },
    )
  })

  it('consists only of its byte order mark and header if it has no rows', async () => {
    const csv = await collect(write(fakeSource({ rows: 0 }), 'csv'))
    expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(csv)).toBe(
      'Posted,Campaign,Tracking Number,Card Number,Customer Reference,Batch,Reference,Amount,Fees,Balance\r\n',
    )
  })

  it('numbers the items from 1 across all chunks', async () => {
    const toRow = (number: number): ReportRow => ({ CAMPAIGN: 'Travel', BALANCE: number })
    const csv = await csvOf(fakeSource({ rows: 5, toRow }), 'csv', { rowsPerRead: 2 }, 'cardBalance')
    const lines = csv.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('a report as a workbook', () => {
  const header =
    'Posted,Campaign,Tracking Number,Card Number,Customer Reference,Batch,Reference,Amount,Fees,Balance'.split(',')

  it('contains amounts and times as numbers, and identifiers as text', async () => {
    const bytes = await collect(write(fakeSource({ rows: 2 }), 'xlsx'))
    const book = XLSX.read(bytes, { type: 'array' })
    expect(book.SheetNames).toEqual(['Detailed Top Up Report'])
    const sheet = book.Sheets['Detailed Top Up Report']!
    const { TRACKINGNUMBER: tracking } = loadOf(1)
    expect(XLSX.utils.sheet_to_json(sheet, { header: 1, raw: true, defval: '' })).toEqual([
      header,
      [
        // 1 March 2026, 08:01 as a spreadsheet date: in days.
        expect.closeTo(46_082 + (8 * 60 + 1) / 1440, 9),
        'Travel',
        tracking,
        '900001••••••0017',
        'REF-1',
        '2',
        'Load 1',
        1.05,
        0.5,
        0.01,
      ],
      expect.arrayContaining(['REF-2', 2.1, -0.02]),
    ])
    const cell = (at: string) => sheet[at] as XLSX.CellObject
    expect([cell('A2').w, cell('H2').w, cell('J3').w]).toEqual(['01 Mar 2026, 08:01 SGT', '1.05', '-0.02'])
    expect([cell('C2').t, cell('F2').t, cell('H2').t]).toEqual(['s', 's', 'n'])
  })

  it.each([
    [0, 1],
    [3, 1],
    [4, 2],
    [7, 3],
  ])('%i rows with three per sheet need %i sheets, each with the frozen header', async (rows, count) => {
    const bytes = await collect(write(fakeSource({ rows }), 'xlsx', { rowsPerSheet: 4, rowsPerRead: 2 }))
    const book = XLSX.read(bytes, { type: 'array' })
    expect(book.SheetNames).toEqual(
      ['Detailed Top Up Report', 'Detailed Top Up Report 2', 'Detailed Top Up Report 3'].slice(0, count),
    )
    const tables = book.SheetNames.map((name) =>
      XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, defval: '' }),
    )
    expect(tables.map(([first]) => first)).toEqual(tables.map(() => header))
    const references = tables.flatMap((table) => table.slice(1).map((row) => row[4]))
    expect(references).toEqual(Array.from({ length: rows }, (_, index) => `REF-${index + 1}`))
    for (const [name, part] of partsOf(bytes))
      if (name.startsWith('xl/worksheets/'))
        expect(new TextDecoder().decode(await part())).toMatch(
          /^<\?xml.*\n<worksheet.*<pane ySplit="1".*state="frozen"/,
        )
  })

  it('has sheet names that fit, however long its title is', async () => {
    const bytes = await collect(
      write(fakeSource({ rows: 2 }), 'xlsx', { rowsPerSheet: 2 }, 'settlementsWithoutAuthorisations'),
    )
    expect(XLSX.read(bytes, { type: 'array' }).SheetNames).toEqual([
      'Settlements Without Authorisati',
      'Settlements Without Authorisa 2',
    ])
  })

  it('with many rows on several sheets is a valid zip for our reader and for others', async () => {
    const bytes = await collect(write(fakeSource({ rows: 3_000 }), 'xlsx', { rowsPerSheet: 1_201 }))
    // Inflates each part, which verifies size and checksum.
    for (const [, part] of partsOf(bytes)) await part()
    const book = XLSX.read(bytes, { type: 'array', dense: true })
    expect(book.SheetNames.map((name) => book.Sheets[name]!['!ref'])).toEqual(['A1:J1201', 'A1:J1201', 'A1:J601'])
  })

  it.runIf(spawnSync('unzip', ['-v']).status === 0)('unzips correctly, including its streamed parts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-zip-'))
    const file = join(folder, 'report.xlsx')
    writeFileSync(file, await collect(write(fakeSource({ rows: 5_000 }), 'xlsx', { rowsPerSheet: 2_000 })))
    const { status, stdout } = spawnSync('unzip', ['-t', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')])
  })
})

describe.each(['csv', 'xlsx'] as const)('a report that is written as %s', (format) => {
  it('is read no faster than its bytes are consumed, except for one chunk ahead', async () => {
    const source = fakeSource({ rows: 100_000 })
    let rowCount = 0
    const bytes = write(source, format, { rowsPerRead: 100, onRows: (rows) => (rowCount = rows) })
    for (let read = 0; read < 40; read++) await bytes.next()
    expect(source.starts.length).toBeLessThanOrEqual(rowCount / 100 + 1)
    expect(rowCount).toBeGreaterThan(0)
    expect(rowCount).toBeLessThanOrEqual(40 * 100)
    await bytes.return()
  })

  it('stops reading when the client stops, and closes its resources', async () => {
    let openReads = 0
    const source = fakeSource({
      rows: 100_000,
      before: async () => {
        openReads += 1
        await new Promise((resolve) => setImmediate(resolve))
        openReads -= 1
      },
    })
    const bytes = write(source, format, { rowsPerRead: 100 })
    for (let read = 0; read < 20; read++) await bytes.next()
    await bytes.return()
    const before = source.starts.length
    expect(openReads).toBe(0)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(source.starts.length).toBe(before)
  })

  it('can be stopped during empty chunks, and contains rows after empty chunks', async () => {
    // Every other chunk is empty, like in a source with few matching rows.
    const { count, read } = fakeSource({ rows: 6 })
    const sparseSource: ReportSource = {
      count,
      read: async (_db, query, after, limit) => {
        const { at, skip = true } = (after ?? {}) as { at?: unknown; skip?: boolean }
        if (skip) return { rows: [], next: { at, skip: false } }
        const { rows, next } = await read(db, query, at, limit)
        return { rows, next: next === undefined ? { at: 6 } : { at: next } }
      },
    }
    const endingSource: ReportSource = {
      count,
      read: async (_db, query, after, limit) => {
        const at = (after as { at?: unknown } | undefined)?.at
        return at === 6 ? { rows: [], next: undefined } : sparseSource.read(db, query, after, limit)
      },
    }
    const withEmptyChunks = collect(write(endingSource, format, { rowsPerRead: 2, rowsPerSheet: 3 }))
    const plain = collect(write(fakeSource({ rows: 6 }), format, { rowsPerRead: 2, rowsPerSheet: 3 }))
    expect(textsOf(await withEmptyChunks, format)).toEqual(textsOf(await plain, format))

    let requests = 0
    const endlessSource: ReportSource = { count, read: () => Promise.resolve({ rows: [], next: ++requests }) }
    const bytes = write(endlessSource, format)
    for (let read = 0; read < 20; read++) await bytes.next()
    await bytes.return()
    expect(requests).toBeLessThanOrEqual(22)
  })

  it('fails with its source, and the output until then is not a valid workbook', async () => {
    const failure = new Error('the connection is lost')
    const before = (from: number) => (from >= 500 ? Promise.reject(failure) : undefined)
    const received: Uint8Array<ArrayBuffer>[] = []
    const readAll = async () => {
      for await (const part of write(fakeSource({ rows: 1_000, before }), format, { rowsPerRead: 100 }))
        received.push(part)
    }
    await expect(readAll()).rejects.toBe(failure)
    expect(received.length).toBeGreaterThan(0)
    if (format === 'xlsx')
      expect(() => readZipDirectory(new Uint8Array(Buffer.concat(received)))).toThrow(BrokenFileError)
  })
})

it('at most two reports are read at the same time', async () => {
  let [openReads, peak] = [0, 0]
  const before = async () => {
    peak = Math.max(peak, ++openReads)
    await new Promise((resolve) => setImmediate(resolve))
    openReads -= 1
  }
  const sources = Array.from({ length: 6 }, () => fakeSource({ rows: 300, before }))
  const files = await Promise.all(sources.map((source) => collect(write(source, 'csv', { rowsPerRead: 50 }))))
  expect(peak).toBe(2)
  expect(new Set(files.map((file) => Buffer.from(file).toString())).size).toBe(1)
})

/** The contents of the file: the text of a csv, or the sheets of a workbook. */
const textsOf = (bytes: Uint8Array<ArrayBuffer>, format: 'csv' | 'xlsx'): unknown => {
  if (format === 'csv') return new TextDecoder().decode(bytes)
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'array' })
  return SheetNames.map((name) => [name, XLSX.utils.sheet_to_json(Sheets[name]!, { header: 1 })])
}

const partsOf = (bytes: Uint8Array<ArrayBuffer>) =>
  [...readZipDirectory(bytes)].map(
    ([name, entry]) => [name, () => collect(inflatePieces(entry, { left: 1e9 }))] as const,
  )
