// A workbook as offices send them: a title above the headings, columns of their own, notes and last month's sheet, a row
// of totals, and many different mistakes.
import * as XLSX from 'xlsx'
import type { CalendarDate } from '#domain/calendar.ts'
import { orderRows } from '#domain/order/rows.ts'

type Row = readonly (string | number)[]

/** Mistakes in a file of loads, each with another problem: the cell of the card and that of the amount. */
const faultyLoads = (cards: readonly string[]): [card: string, amount: string][] => [
  ['12345', '1.00'],
  ['4.12346E+15', '3.00'],
  ['', '4.00'],
  ['12AB9900', '7.00'],
  ['9000010000000000', '5.00'],
  ...['-1', '1.234', 'abc', '0', '', '999999', 'USD 10.00', '10%'].map((amount, index): [string, string] => [
    cards[index] ?? '',
    amount,
  ]),
]

const names = ['Aisha Tan', 'Rosa Goh', 'Muhammad Firdaus bin Abdullah', 'Li Wei']
const departments = ['Operations', 'Warehouse East', 'Sales and Support']

/** `fields`: the headings and the cells that the wizard reads. */
function officeWorkbook(headings: readonly string[], rows: readonly Row[], totals: Row): Buffer {
  const book = XLSX.utils.book_new()
  const payroll: Row[] = [
    ['Voyager Logistics: December 2026'],
    [],
    ['No.', 'Employee', ...headings, 'Department', 'Remarks'],
    ...rows.map((cells, index) => [
      index + 1,
      names[index % names.length] ?? '',
      ...cells,
      departments[index % departments.length] ?? '',
      index % 5 === 0 ? 'Bonus for night shifts' : '',
    ]),
    ['', 'Total', ...totals],
  ]
  const sheets: readonly (readonly [string, readonly Row[]])[] = [
    ['Payroll', payroll],
    ['Notes', [['Notes'], ['Approved on 20 November']]],
    [
      'November',
      [
        ['Card Number', 'Paid'],
        ['n/a', 'n/a'],
      ],
    ],
  ]
  for (const [name, cells] of sheets)
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells.map((row) => row.map(String))), name)
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** Thirteen faulty rows, then a correct one for each other card. */
export const officeLoads = (cards: readonly string[]): Buffer =>
  officeWorkbook(
    ['Card Number', 'Amount'],
    [...faultyLoads(cards), ...cards.slice(8).map((card) => [card, '15.00'])],
    ['', '7,725.00'],
  )

/** Target balances, of which some are below what the card has. */
export const officeTargets = (cards: readonly string[]): Buffer =>
  officeWorkbook(
    ['Card Number', 'Target balance'],
    cards.map((card, index) => [card, index % 3 === 0 ? '0.01' : '400.00']),
    ['', ''],
  )

/** Every third row has an amount of letters. */
export const officeTransfers = (cards: readonly string[]): string =>
  [
    ['From Card Number', 'To Card Number', 'Amount', 'Department', 'Remarks'],
    ...cards.map((card, index) => [
      card,
      cards[(index + 1) % cards.length] ?? '',
      index % 3 === 0 ? 'abc' : '1.00',
      departments[index % departments.length] ?? '',
      'Change of crew',
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

/** Physical cards with an address each, of which some have no name or an amount of letters. */
export const officeOrders = (): Buffer =>
  officeWorkbook(
    orderRows('physical', '2026-01-01' as CalendarDate).activeFields.map(({ label }) => label),
    Array.from({ length: 30 }, (_, index) => [
      index % 7 === 1 ? '' : (names[index % names.length] ?? ''),
      'Abdullah',
      `E-${index}`,
      index % 3 === 0 ? '1x' : '20.00',
      '5',
      'Reception',
      '91234567',
      '12 Long Avenue East',
      '',
      '123456',
    ]),
    [],
  )
