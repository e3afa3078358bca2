// Files have no invisible direction marks, whatever the language of their texts.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { chooseLanguage } from '#words/runtime.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import type { Column } from '#domain/columns.ts'
import { tableToCsv, tableToXlsx } from '#sheets/write-table.ts'
import { writeCsv, writeCsvForUpload } from '#sheets/write-csv.ts'
import { writeXls } from '#sheets/write-xls.ts'

beforeEach(() => chooseLanguage(() => 'ar'))
afterEach(() => chooseLanguage(() => 'en'))

const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const zone = { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' }
const columns = (): readonly Column<{ reason: string; names: string; total: number }>[] => [
  { key: 'reason', label: m.common_amountCurrency({ currency: 'SGD' }), format: 'text' },
  { key: 'names', label: m.common_reason(), format: 'text' },
  { key: 'total', label: m.common_amount(), format: 'amount' },
]
const rows = () => [
  { reason: m.orders_cardOrder({ orderId: 12 }), names: commas(['Ada Lim', 'gifts (1).csv']), total: 125_000 },
  { reason: '\u2066000123\u2069', names: '\u200f=1+1', total: 0 },
]
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

it('the messages of this test have direction marks', () => {
  expect(rows()[0]?.reason).toMatch(MARKS)
  expect(rows()[0]?.names).toMatch(MARKS)
})

it('a csv has no direction marks, and a formula behind one is still escaped', () => {
  const text = textOf(tableToCsv({ columns: columns(), rows: rows(), zone }))
  expect(text).not.toMatch(MARKS)
  expect(text).toContain('"=""000123"""')
  expect(text).toContain("'=1+1")
  for (const bytes of [
    writeCsv(['\u200fA'], [['\u2066b\u2069']]),
    writeCsvForUpload(['\u200fA'], [['\u2066b\u2069']], [0]),
  ])
    expect(textOf(bytes)).toBe('A\r\nb\r\n')
})

it('a workbook has no direction marks', async () => {
  const xlsx = tableToXlsx(columns(), rows(), zone, `\u200f${m.common_reason()}`)
  const xls = await writeXls({
    name: 'Sheet',
    rows: rows().map(({ reason, names }) => [reason, names]),
    widths: [20, 20],
  })
  for (const bytes of [xlsx, xls]) {
    const { Sheets, SheetNames } = read(bytes, { type: 'array' })
    const cells = utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })
    const texts = [...SheetNames, ...cells.flat()].join('\n')
    expect(texts).not.toMatch(MARKS)
    expect(texts).toContain('000123')
  }
})
