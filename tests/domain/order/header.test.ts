// The header of an order, and the reasons for refusing it (docs/rules/orders.md, "Order header").
import { m } from '#words/messages.js'
import { describe, expect, test } from 'vitest'
import {
  emptyHeader,
  campaignRefusal,
  designRefusal,
  headerRefusals,
  quotationNumberRefusal,
} from '#domain/order/header.ts'

test('the messages are as specified', () => {
  expect([m.common_thisFieldIsRequired(), m.common_invalidInputFormat()]).toEqual([
    'This field is required',
    'Invalid input format',
  ])
})

describe('a quotation number', () => {
  test.each(['Q-1', 'Q 2026/0012', 'x'.repeat(50), ' Q-1 ', 'Ünit §1'])('%j is valid', (text) =>
    expect(quotationNumberRefusal(text)).toBeUndefined(),
  )
  test.each(['', '   '])('%j is missing', (text) =>
    expect(quotationNumberRefusal(text)).toBe(m.common_thisFieldIsRequired()),
  )
  test.each(['Q1', 'x'.repeat(51), "O'Hara 1", 'Q"12"', 'Q`12', 'Q^12'])('%j is malformed', (text) =>
    expect(quotationNumberRefusal(text)).toBe(m.common_invalidInputFormat()),
  )
})

test('a campaign is required, and 0 is not a campaign', () => {
  for (const invalid of ['', '0', '00', '-1', 'x', '01'])
    expect(campaignRefusal(invalid)).toBe(m.common_thisFieldIsRequired())
  expect(campaignRefusal('12')).toBeUndefined()
})

test('a plastic or a design has at most 60 characters, and can be empty', () => {
  expect(designRefusal('x'.repeat(60))).toBeUndefined()
  expect(designRefusal('')).toBeUndefined()
  expect(designRefusal('x'.repeat(61))).toBe(m.common_invalidInputFormat())
})

test('each error names its field, and the fields of physical cards are not checked for virtual cards', () => {
  expect(emptyHeader).toMatchObject({ plasticId: '1', designId: '1' })
  expect(headerRefusals('physical', emptyHeader)).toEqual({
    campaignId: m.common_thisFieldIsRequired(),
    quotationNumber: m.common_thisFieldIsRequired(),
  })
  expect(headerRefusals('virtual', emptyHeader)).toEqual({ campaignId: m.common_thisFieldIsRequired() })
  const long = { campaignId: '7', quotationNumber: 'Q-1', plasticId: 'x'.repeat(61), designId: '' }
  expect(headerRefusals('physical', long)).toEqual({ plasticId: m.common_invalidInputFormat() })
  expect(headerRefusals('virtual', long)).toEqual({})
})
