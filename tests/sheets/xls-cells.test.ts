// Reads our xls files with another library, and the cells of our files and of other programs' files with our reader.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import type { Cell } from '#domain/columns.ts'
import { readXlsCells } from '#sheets/read-xls.ts'
import { writeXls } from '#sheets/write-xls.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const rows: Cell[][] = [
  ['Report', '0042', '=1+1', 'é 陳'],
  ['Days', { serial: 46_112, withTime: false }, '', 'to'],
  ['Figures', 12_345, { amountCents: -123_456_789 }, 0],
]

test('another program reads texts, numbers and dates', async () => {
  const bytes = await writeXls({ name: 'A: name/with* signs', rows, widths: [30, 12] })
  // The signature of a compound file; every xls begins with it.
  expect(Buffer.from(bytes.subarray(0, 8)).toString('hex')).toBe('d0cf11e0a1b11ae1')
  const book = XLSX.read(bytes, { cellNF: true, cellStyles: true, cellDates: true, UTC: true })
  expect(book.SheetNames).toEqual(['A  name with  signs'])
  const sheet = book.Sheets['A  name with  signs'] ?? {}
  expect(sheet['B1']).toMatchObject({ t: 's', v: '0042' })
  expect(sheet['C1']).toMatchObject({ t: 's', v: '=1+1' })
  expect(sheet['C1']).not.toHaveProperty('f')
  expect(sheet['D1']).toMatchObject({ t: 's', v: 'é 陳' })
  expect(sheet['B2']).toMatchObject({ t: 'd', v: new Date('2026-03-31T00:00:00Z') })
  expect(sheet['B3']).toMatchObject({ t: 'n', v: 12_345, w: '12,345' })
  expect(sheet['C3']).toMatchObject({ t: 'n', v: -1_234_567.89, w: '-1,234,567.89' })
  expect(sheet['!cols']?.slice(0, 2).map(({ wch }) => wch)).toEqual([30, 12])
})

test(`a written file is displayed unchanged, and writing the result gives the same file (SEED=${seed})`, async () => {
  const cell = fc.oneof(
    fc
      .string({ unit: fc.constantFrom(...Array.from('aé€𝄞;" =+-@<&>09')), minLength: 1, maxLength: 8 })
      .filter((text) => text.trim() === text),
    fc.integer({ min: -1_000_000, max: 2 ** 40 }),
    fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((amountCents) => ({ amountCents })),
    fc.integer({ min: 100, max: 60_000 }).map((serial) => ({ serial, withTime: false })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), async (generatedRows) => {
      const sheet = { name: 'Sheet', rows: generatedRows, widths: [] }
      const bytes = await writeXls(sheet)
      expect(await readXlsCells(bytes, 1000)).toEqual({ kind: 'sheet', sheetName: 'Sheet', rows: generatedRows })
      expect(Buffer.compare(bytes, await writeXls(sheet))).toBe(0)
    }),
    { seed, numRuns: 40 },
  )
})

test.each([
  ['0.00', { amountCents: 1250 }],
  ['"S$"#,##0.00', { amountCents: 1250 }],
  ['0.000', 12.5],
  ['0.00%', 12.5],
  ['General', 12.5],
])('a number in the format %s of another program is read as an amount or a plain number', async (format, shown) => {
  const sheet = { '!ref': 'A1', A1: { t: 'n', v: 12.5, z: format } } as XLSX.WorkSheet
  const bytes = new Uint8Array(
    XLSX.write(XLSX.utils.book_new(sheet, 'S'), { type: 'array', bookType: 'biff8' }) as ArrayBuffer,
  )
  expect(await readXlsCells(bytes, 10)).toMatchObject({ rows: [[shown]] })
})

test('reports a file that is not an xls, a truncated file and a file with too many cells', async () => {
  const bytes = await writeXls({ name: 'S', rows, widths: [] })
  expect(await readXlsCells(new TextEncoder().encode('<html>'), 100)).toEqual({ kind: 'broken' })
  expect(await readXlsCells(bytes.slice(0, 1500), 100)).toEqual({ kind: 'broken' })
  expect(await readXlsCells(bytes, 5)).toEqual({ kind: 'tooLarge' })
})
