// One formatter for every table and file: what each format makes of a value.
import { expect, test } from 'vitest'
import { compareValues, type Format, valueToText } from '#domain/columns.ts'

const zone = { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' }

test.each<[Format, unknown, string]>([
  ['text', 'loads.csv', 'loads.csv'],
  ['text', null, ''],
  ['amount', '1250.00', '1,250.00'],
  ['amount', '-0.05', '-0.05'],
  ['amount', 125_000, '1,250.00'],
  ['amount', 'n/a', 'n/a'],
  ['count', 4812, '4,812'],
  ['count', 0, '0'],
  ['date', '2026-03-04', '04 Mar 2026'],
  ['date', '2026-02-30', '2026-02-30'],
  ['instant', '2026-03-04T02:42:00Z', '04 Mar 2026, 10:42 SGT'],
  ['instant', '2026-12-31T16:00:00Z', '01 Jan 2027, 00:00 SGT'],
  ['instant', 'never', 'never'],
  ['pan', '9000010000000001', '9000 01•• •••• 0001'],
  ['identifier', '100000000012345', '1000 0000 0012 345'],
  ['yesNo', true, 'Yes'],
  ['yesNo', 0, 'No'],
])('%s of %s', (format, value, text) => {
  expect(valueToText(value, format, zone)).toBe(text)
})

test('amounts and counts sort by size, missing ones first', () => {
  expect(compareValues('900.00', '1250.00', 'amount')).toBeLessThan(0)
  expect(compareValues('', '-3.00', 'amount')).toBeLessThan(0)
  expect(compareValues('loads 10', 'loads 9', 'text')).toBeGreaterThan(0)
})
