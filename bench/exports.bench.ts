// How fast 5,000 rows become a workbook, and how large it is, against SheetJS writing the same cells (figure G10).
import * as SheetJs from 'xlsx'
import type { Column } from '#domain/columns.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import { atMost, type Figure, interleave, many, time } from './figure.ts'

export const minutes = 5
const ROWS = 5_000

interface Line {
  readonly date: string
  readonly type: string
  readonly description: string
  readonly card: string
  readonly amount: string
}

export async function figures(): Promise<Figure[]> {
  const rows = Array.from({ length: ROWS }, (_, index) => lineOf(index))
  const ours = () => tableToXlsx(columns, rows, zone, 'Statement')
  const sheetJs = (compression: boolean) => (): ArrayBuffer => {
    const cells = rows.map((row) => [new Date(row.date), row.type, row.description, row.card, Number(row.amount)])
    const book = SheetJs.utils.book_new()
    SheetJs.utils.book_append_sheet(
      book,
      SheetJs.utils.aoa_to_sheet([columns.map(({ label }) => label), ...cells]),
      'Statement',
    )
    return SheetJs.write(book, { type: 'array', bookType: 'xlsx', compression }) as ArrayBuffer
  }
  const sizes = {
    ours: ours().byteLength,
    plain: sheetJs(false)().byteLength,
    packed: sheetJs(true)().byteLength,
  }
  const ms = await interleave(
    { ours: () => time(ours), plain: () => time(sheetJs(false)), packed: () => time(sheetJs(true)) },
    15,
  )
  const of = `workbook of ${many(ROWS)} rows`
  return [
    atMost('G10', `${of}: time compared with SheetJS at its defaults`, ms.ours / ms.plain, 0.7, 'ratio', {
      note: `${(ms.ours / ms.packed).toFixed(2)} of SheetJS with compression`,
    }),
    atMost('G10', `${of}: size compared with SheetJS at its defaults`, sizes.ours / sizes.plain, 0.5, 'ratio', {
      note: `${(sizes.ours / sizes.packed).toFixed(2)} of SheetJS with compression`,
    }),
  ]
}

const zone = { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' }

const columns: readonly Column<Line>[] = [
  { key: 'date', label: 'Date', format: 'instant' },
  { key: 'type', label: 'Type', format: 'text' },
  { key: 'description', label: 'Description', format: 'text' },
  { key: 'card', label: 'Card Number', format: 'text' },
  { key: 'amount', label: 'Amount', format: 'amount' },
]

const lineOf = (index: number): Line => ({
  date: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
  type: index % 5 === 0 ? 'Load' : 'Purchase',
  description: `Coffee and a sandwich ${index}`,
  card: `900001******${String(index % 10_000).padStart(4, '0')}`,
  amount: `${index % 5 === 0 ? '' : '-'}${(index % 90) + 1}.${String(index % 100).padStart(2, '0')}`,
})
