// Amounts in other formats in the rows of a load. An amount with the programme's currency is accepted automatically;
// other separators need a fix by the user. All other amounts stay unchanged.
import { expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { lineToRow } from '#tests/support/line-to-row.ts'
import { createRowEdits } from '#rows/edits.ts'
import { stripCurrencies, withoutCurrencies } from '#rows/plain-amounts.ts'
import { createRows } from '#rows/rows.ts'
import { cardNumber } from '#tests/support/files.ts'

const words = { headings: {}, currency: ['S$', 'SGD'] }
const rowType = cardRows({ type: 'load', identifierType: 1, words })
const line = (n: number, amount: string) => lineToRow(rowType, { rowNumber: n, fields: [cardNumber(n), amount] })

function open(...amounts: string[]) {
  const lines = amounts.flatMap((amount, index) => line(index + 1, amount) ?? [])
  const rows = createRows(
    packRows(rowType, lines, (text) => new TextEncoder().encode(text)),
    rowType,
  )
  const codes = () => lines.map((_, id) => rows.findingsOf(id).map(({ code }) => code))
  return { rows, edits: createRowEdits(rows, () => undefined), codes }
}

test('an amount with the programme’s currency is accepted, even a long amount that was read as a target card', () => {
  const { rows, codes } = open('S$ 12.50', '15.00', 'SGD 1,250.00', 'US$ 5.00')
  expect(codes()).toEqual([['amountWithCurrency'], [], ['amountWithCurrency'], ['amountOtherCurrency']])
  expect(stripCurrencies(rows)).toBe(2)
  expect([0, 1, 2].map((id) => rows.row(id).values)).toEqual(
    ['12.50', '15.00', '1250.00'].map((amount, index) => ({
      identifier: cardNumber(index + 1),
      identifierTo: '',
      amount,
    })),
  )
  expect(codes()).toEqual([[], [], [], ['amountOtherCurrency']])
  expect(rows.figures()).toMatchObject({ valid: 3, toFix: 1, amountCents: 127_750 })
  // The original text of the file can be restored.
  expect(rows.row(2).original?.identifierTo).toBe('SGD 1,250.00')
})

test('an amount with the programme’s currency is accepted in a row that is added to the rows in the wizard', () => {
  const row = line(1, 'SGD 1,250.00')
  const accepted = row && withoutCurrencies(rowType, row)
  expect(accepted).toMatchObject({ values: { amount: '1250.00', identifierTo: '' }, cents: [125_000], findings: [] })
})

test('a row with an extra field keeps the field and its error when other values are fixed', () => {
  const lines = [
    [cardNumber(1), '', 'S$ 12.50', 'x'],
    [cardNumber(2), '', '12,50', 'x'],
    [cardNumber(3), '12,50'],
  ]
  const read = lines.flatMap((fields, index) => lineToRow(rowType, { rowNumber: index + 1, fields }) ?? [])
  const rows = createRows(
    packRows(rowType, read, (text) => new TextEncoder().encode(text)),
    rowType,
  )
  const edits = createRowEdits(rows, () => undefined)
  const codes = () => lines.map((_, id) => rows.findingsOf(id).map(({ code }) => code))
  const before = [['fieldCount', 'amountWithCurrency'], ['fieldCount', 'amountOtherForm'], ['amountOtherForm']]
  expect(codes()).toEqual(before)
  expect(stripCurrencies(rows)).toBe(0)
  expect(read[0] && withoutCurrencies(rowType, read[0])).toBe(read[0])
  expect(edits.previewFix('amountOtherForm').map(({ id }) => id)).toEqual([2])
  edits.fix('amountOtherForm')
  expect(codes()).toEqual([before[0], before[1], []])
  edits.acceptDisplayedValues([0])
  expect(codes()[0]).toEqual(['amountWithCurrency'])
})

test('one fix converts the separators of all rows, each amount by its format, and one undo reverts them', () => {
  const { rows, edits, codes } = open('1.250,00', '12,50', '1 250', '1.250')
  expect(codes()).toEqual([['amountOtherForm'], ['amountOtherForm'], ['amountOtherForm'], ['amountDecimals']])
  expect(edits.previewFix('amountOtherForm').map(({ before, after }) => `${before} → ${after}`)).toEqual([
    '1.250,00 → 1250.00',
    '12,50 → 12.50',
    '1 250 → 1250.00',
  ])
  edits.fix('amountOtherForm')
  expect([0, 1, 2, 3].map((id) => rows.row(id).cents[0])).toEqual([125_000, 1250, 125_000, 0])
  edits.undo()
  expect(codes()[1]).toEqual(['amountOtherForm'])
})
