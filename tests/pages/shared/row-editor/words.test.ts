// Texts of rows on screen: findings about amounts, amounts without a value, and masked card numbers.
import { describe, expect, it } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { columnTitle } from '#domain/rows/column-map.ts'
import { checkRow, toValues } from '#domain/rows/row-type.ts'
import { cardNumber } from '#tests/support/files.ts'
import { rowToLine, rowFindingsText, valueToText } from '#pages/shared/row-editor/words.ts'

const loads = cardRows({ type: 'load', identifierType: 1 })
const values = (secondField: string) => ({ identifier: '9000010000000008', identifierTo: secondField, amount: '' })
const rowWith = (secondField: string) => ({
  ...checkRow(loads, { rowNumber: 2, values: values(secondField), fieldCount: 2 }),
  facts: undefined,
})

describe('a second field that is too long for an amount', () => {
  it('is shown in the amount of a type without a second card, where it can be fixed', () => {
    const row = rowWith('1,234,567.89')
    expect(loads.toDisplayedValues(row.values).amount).toBe('1,234,567.89')
    expect(rowToLine(loads, row)).toBe('9000 01•• •••• 0008, 1,234,567.89')
    expect(rowFindingsText(loads, row)).toMatch(/Write it without separators: 1234567\.89\.$/)
  })

  it('is reported as a card if it is not an amount', () => {
    expect(rowFindingsText(loads, rowWith('9000010000000016'))).toContain('looks like a card number')
  })

  it('stays the second card of a transfer', () => {
    expect(cardRows({ type: 'transfer', identifierType: 1 }).toDisplayedValues(values('9000010000000016')).amount).toBe(
      '',
    )
  })
})

it('an omitted amount shows its meaning, and the balance once the server has checked it', () => {
  const amount = cardRows({ type: 'devalue', identifierType: 1 }).field('amount')
  expect(amount && [valueToText(amount, ''), valueToText(amount, '', 1250)]).toEqual(['full balance', 'all 12.50'])
})

it('masks a card number everywhere: in a wrong column, in its message, in a column heading', () => {
  const number = cardNumber(1)
  const embossed = number.replace(/(.{4})(?=.)/g, '$1 ')
  const virtual = virtualRows({ today: '2026-11-22' as CalendarDate })
  const values = toValues(virtual, ['R-1', number, '', embossed, number])
  const row = { ...checkRow(virtual, { rowNumber: 2, values, fieldCount: 5 }), facts: undefined }
  const messages = [
    rowFindingsText(virtual, row),
    rowToLine(virtual, row),
    columnTitle({ headings: [number], samples: [] }, 0),
  ]
  expect(messages.join(' ').replace(/[\s-]/g, '')).not.toContain(number)
  expect(rowFindingsText(virtual, row)).toContain(`9000 01•• •••• ${number.slice(-4)} is not a date`)
})

it('masks a card number in digits of another script', () => {
  const card = loads.field('identifier')
  expect(card && valueToText(card, '٩٠٠٠٠١٠٠٠٠٠٠٠٠٠٨')).toBe('٩٠٠٠٠١••••••٠٠٠٨')
  const amount = loads.field('amount')
  expect(amount && valueToText(amount, '９０００ ０１００ ００００ ０００８')).toBe('９０００ ０１•• •••• ０００８')
})
