// Our readers and SheetJS must read the same rows from generated workbooks in many forms.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { readXls } from '#sheets/read-xls.ts'
import { readXlsx } from '#sheets/read-xlsx.ts'
import { cardNumber } from '#tests/support/files.ts'
import { noLimits, rowsByLibrary, rowsByReader } from '#tests/support/library-reader.ts'
import { forms, inForm } from '#tests/support/rewrite-xlsx.ts'

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
    )
    .map(([v, z]) => ({ t: 'n' as const, v, z })),
  fc.constant(null),
)

async function createWorkbook(
  rows: readonly (readonly (XLSX.CellObject | null)[])[],
  bookType: 'xlsx' | 'biff8',
  options: { bookSST: boolean; date1904: boolean },
) {
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]))
  if (rows.length > 1) sheet['!rows'] = [{ hidden: true }]
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Sheet')
  book.Workbook = { WBProps: { date1904: options.date1904 } }
  return new Uint8Array(
    XLSX.write(book, { type: 'array', bookType, bookSST: options.bookSST, compression: true }) as ArrayBuffer,
  )
}

const rows = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 8 })

test(`our reader and SheetJS read the same rows from an xlsx in any form (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(...forms),
      async (cells, bookSST, date1904, form) => {
        const bytes = await createWorkbook(cells, 'xlsx', { bookSST, date1904 })
        const rewritten = inForm(bytes, form)
        const ours = await rowsByReader((sink) => readXlsx(rewritten, sink, noLimits))
        expect(ours.rows).toEqual(rowsByLibrary(bytes))
        expect(ours.result).toMatchObject({ kind: 'sheet', sheetName: 'Sheet' })
      },
    ),
    { seed, numRuns: 200 },
  )
})

test(`our reader, which strips an xls first, and SheetJS read the same rows from an xls (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (cells, date1904) => {
      const bytes = await createWorkbook(cells, 'biff8', { bookSST: true, date1904 })
      const ours = await rowsByReader((sink) => readXls(bytes, sink, noLimits))
      expect(ours.rows).toEqual(rowsByLibrary(bytes))
      expect(ours.result).toMatchObject({ kind: 'sheet', sheetName: 'Sheet' })
    }),
    { seed, numRuns: 150 },
  )
})
