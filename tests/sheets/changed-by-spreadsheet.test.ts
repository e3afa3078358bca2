// Texts that a spreadsheet program changes when it opens a csv, and texts that it does not change.
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import type { Column } from '#domain/columns.ts'
import { isChangedBySpreadsheet } from '#sheets/changed-by-spreadsheet.ts'
import { formulaToText } from '#sheets/read-csv.ts'
import { writeCsvTexts, writeCsvForUpload } from '#sheets/write-csv.ts'
import { tableToCsv, tableToXlsx } from '#sheets/write-table.ts'

const changedTexts = {
  'twelve digits and more': ['100000000012', '758485000000001', '9000010000000017', '1'.repeat(60), '-123456789012'],
  'leading zeros': ['000123', '00', '0742', '-05', '0800 123'],
  'a plus sign': ['+6591234567', '+65'],
  'decimals and groups': ['1.10', '.5', '3,12', '1.234.567', "1'000", '65 9123 4567', '1\u00a0234'],
  negatives: ['(5)', '5-', '(1,250.00)'],
  'E notation': ['219E0188', '1E5', '1e-5', '2.5E+10', '-1E5', '4E'.concat('2')],
  dates: ['3-4', '3/4', '3.4.', '3-4-2026', '2026-11', '2026-11-26', '26.11.2026', '2026/11/26 10:30'],
  'months by name': [
    'MAR1',
    '1MAR',
    'Mar-1',
    'SEPT2',
    'Dec 2026',
    'March 5, 2026',
    '5 May',
    '3. März 2026',
    '1 déc.',
    'Okt-5',
    '1 Ogos',
    '5-Mei-2026 10:30',
  ],
  times: ['10:30', '10:30:15', '1:05 PM', '10 am', '3 p', '2026-11-26T10:30:00', '10:30.5'],
  fractions: ['1/2', '1 1/2'],
  'truth values': ['true', 'False'],
  'spaces around it': [' 3-4', '1E5 '],
}

const unchangedTexts = [
  '',
  '0',
  '5',
  '-5',
  '91234567',
  '12345678901',
  'REF-1',
  'STAFF-0001',
  'A1E5',
  'E5',
  '1E',
  '1E5X',
  '12A',
  'March',
  'May Tan',
  'JUNCTION 8',
  'Deck 5',
  '#04-12',
  '1 Harbour Road',
  '900001******0017',
  '9000 01•• •••• 0017',
  'truth',
  'Tan; 3-4',
]

describe.each(Object.entries(changedTexts))('a text with %s', (_, texts) => {
  test.each(texts)('%j is preserved by a formula, and read back unchanged', (text) => {
    expect(isChangedBySpreadsheet(text)).toBe(true)
    for (const bytes of [writeCsvTexts(['a'], [[text]]), writeCsvForUpload(['a'], [[text]], [0])]) {
      const cell = Papa.parse<string[]>(new TextDecoder().decode(bytes)).data[1]?.[0] ?? ''
      expect(cell).toBe(`="${text}"`)
      expect(formulaToText(cell)).toBe(text)
    }
  })
})

test.each(unchangedTexts)('%j is not changed', (text) => {
  expect(isChangedBySpreadsheet(text)).toBe(false)
})

describe('a list', () => {
  interface ListRow {
    readonly tracking: string
    readonly merchant: string
    readonly reference: string
    readonly day: string
    readonly amount: string
    readonly count: number
  }
  const columns: readonly Column<ListRow>[] = [
    { key: 'tracking', label: 'Tracking Number', format: 'identifier' },
    { key: 'merchant', label: 'Merchant ID', format: 'text' },
    { key: 'reference', label: 'Reference', format: 'text' },
    { key: 'day', label: 'Day', format: 'date' },
    { key: 'amount', label: 'Amount', format: 'amount' },
    { key: 'count', label: 'Cards', format: 'count' },
  ]
  const references = ['219E0188', '3-4', 'MAR1', '1E5', '10:30', '1/2']
  const rows = references.map((reference) => ({
    tracking: '758485000000001',
    merchant: '100000000012',
    reference,
    day: '2026-11-26',
    amount: '1250.00',
    count: 5,
  }))
  const zone = { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' }

  test('as csv opens in a spreadsheet with unchanged texts, and with real dates and amounts', () => {
    const book = XLSX.read(tableToCsv({ columns, rows, zone }), { type: 'array', cellFormula: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    references.forEach((reference, index) => {
      const cell = (column: string) => sheet[`${column}${index + 2}`] as XLSX.CellObject
      expect([cell('A'), cell('B'), cell('C')].map(({ t, v }) => [t, v])).toEqual([
        ['s', '758485000000001'],
        ['s', '100000000012'],
        ['s', reference],
      ])
      expect([cell('D'), cell('E'), cell('F')].map(({ t }) => t)).toEqual(['n', 'n', 'n'])
    })
  })

  test('as a workbook has the same texts in text cells', () => {
    const sheet =
      XLSX.read(tableToXlsx(columns, rows, zone, 'Cards'), { type: 'array', cellNF: true }).Sheets['Cards'] ?? {}
    references.forEach((reference, index) => {
      const cell = (column: string) => sheet[`${column}${index + 2}`] as XLSX.CellObject
      expect([cell('A'), cell('B'), cell('C')].map(({ t, v, z }) => [t, v, z])).toEqual([
        ['s', '758485000000001', '@'],
        ['s', '100000000012', '@'],
        ['s', reference, '@'],
      ])
    })
  })
})
