import { describe, expect, it } from 'vitest'
import { checkRow } from '#domain/batch/rows.ts'
import type { BatchRow, RowRules } from '#rows/rows.ts'
import { amountField, findingWords, shownAmount } from '#pages/batches/wizard/words.ts'

const rules: RowRules = { type: 'load', identifierType: 1, noIdentifierValidation: false }
const rowOf = (second: string): BatchRow => ({
  ...checkRow(
    { rowNumber: 2, identifier: '9000010000000008', identifierTo: second, amountText: '', fieldCount: 2 },
    rules,
  ),
  id: 0,
  feeCents: 0,
  checkedAt: undefined,
  facts: undefined,
  wholeCents: undefined,
  original: undefined,
  isRemoved: false,
  isFaulty: true,
})

describe('a second field that is too long for an amount', () => {
  it('stands in the amount of a kind without a second card, to be seen and mended', () => {
    const row = rowOf('1,234,567.89')
    expect(shownAmount(row)).toBe('1,234,567.89')
    expect(amountField(row, false)).toBe('1,234,567.89')
    expect(findingWords('readsAsTarget', row, rules)).toMatch(/Write it without separators: 1234567\.89\.$/)
  })

  it('is said to be a card where it is no amount', () => {
    expect(findingWords('readsAsTarget', rowOf('9000010000000016'), rules)).toContain('the card of a transfer')
  })

  it('stays the second card in a transfer', () => {
    expect(amountField(rowOf('9000010000000016'), true)).toBe('')
  })
})
