// The lean reader of xlsx and SheetJS must make the same rows of a file: shown with generated workbooks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { trimFields } from '#domain/rows/kind.ts'
import { readLeanly } from '#sheets/read-xlsx.ts'
import { readWithSheetJs } from '#sheets/read-with-sheetjs.ts'
import { readZipDirectory } from '#sheets/zip.ts'
import { cardNumber } from '#tests/support/files.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const cell: fc.Arbitrary<XLSX.CellObject | null> = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map((n) => ({ t: 's' as const, v: cardNumber(n) })),
  fc
    .string({ unit: fc.constantFrom('_x0041_', ...Array.from('aé€𝄞<>&"\'_x 09\n;=')), maxLength: 12 })
    .map((v) => ({ t: 's' as const, v })),
  fc.integer({ min: -5, max: 2e9 }).map((n) => ({ t: 'n' as const, v: n / 100 })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((v) => ({ t: 'n' as const, v })),
  fc.integer({ min: 0, max: 2 ** 53 - 1 }).map((v) => ({ t: 'n' as const, v })),
  fc.boolean().map((v) => ({ t: 'b' as const, v })),
  fc.constantFrom(0x00, 0x07, 0x0f, 0x17, 0x1d, 0x24, 0x2a).map((v) => ({ t: 'e' as const, v })),
  fc
    .tuple(
      fc.double({ min: 0, max: 80_000, noNaN: true }),
      fc.constantFrom(
        'yyyy-mm-dd',
        'd/m/yy h:mm',
        'm/d/yy',
        'h:mm',
        '0.00',
        '"days" 0',
        '[Red]#,##0.00',
        '[$S$-409] 0.00',
      ),
    ) // prettier-ignore
    .map(([v, z]) => ({ t: 'n' as const, v, z })),
  fc.constant(null),
)

async function rowsBy(read: (sink: (row: { rowNumber: number; fields: readonly string[] }) => boolean) => unknown) {
  const rows: [number, string[]][] = []
  const result = await read((row) => {
    const fields = trimFields(row.fields)
    if (fields.length > 0) rows.push([row.rowNumber, fields])
    return true
  })
  return { rows, result }
}

test(`lean and general reader agree on xlsx (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (cells, bookSST, date1904) => {
        const sheet = XLSX.utils.aoa_to_sheet(cells.map((row) => [...row]))
        if (cells.length > 1) sheet['!rows'] = [{ hidden: true }]
        const book = XLSX.utils.book_new()
        XLSX.utils.book_append_sheet(book, sheet, 'Sheet')
        book.Workbook = { WBProps: { date1904 } }
        const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', bookSST, compression: true }) as ArrayBuffer) // prettier-ignore
        const limits = { maxInflatedBytes: 1e8, rowsAtOnce: 3 }
        const lean = await rowsBy((sink) => readLeanly(readZipDirectory(bytes), sink, limits))
        const general = await rowsBy((sink) => readWithSheetJs(bytes, sink))
        expect(lean).toEqual(general)
        expect(lean.result).toMatchObject({ kind: 'sheet' })
      },
    ),
    { seed, numRuns: 120 },
  )
}, 60_000)
