// The formatter of all tables and files: the text of a value in each format.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareValues, type Format, valueToCell, valueToExport, valueToText } from '#domain/columns.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
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
  ['month', '2026-03', 'Mar 2026'],
  ['month', '2026-13', '2026-13'],
  ['instant', '2026-03-04T02:42:00Z', '04 Mar 2026, 10:42 SGT'],
  ['instant', '2026-12-31T16:00:00Z', '01 Jan 2027, 00:00 SGT'],
  ['instant', 'never', 'never'],
  ['pan', '9000010000000001', '9000 01•• •••• 0001'],
  ['identifier', '100000000012345', '1000 0000 0012 345'],
  ['yesNo', true, 'Yes'],
  ['yesNo', 0, 'No'],
])('%s: %s is shown as “%s”', (format, value, text) => {
  expect(valueToText(value, format, zone)).toBe(text)
})

test.each<[Format, unknown, string]>([
  ['text', 'loads.csv', 'loads.csv'],
  ['text', undefined, ''],
  ['amount', '1250.00', '1250.00'],
  ['amount', 125_000, '1250.00'],
  ['count', 4812, '4812'],
  ['date', '2026-03-04', '2026-03-04'],
  ['month', '2026-03', '2026-03'],
  ['instant', '2026-03-04T02:42:07.300Z', '2026-03-04T10:42:07+08:00'],
  ['instant', 'never', 'never'],
  ['pan', '9000010000000001', '900001••••••0001'],
  ['identifier', '100000000012345', '100000000012345'],
  ['yesNo', true, 'Yes'],
])('%s: %s is “%s” in a csv', (format, value, text) => {
  expect(valueToExport(value, format, zone)).toBe(text)
})

test('amounts and counts sort by size, with missing values first', () => {
  expect(compareValues('900.00', '1250.00', 'amount')).toBeLessThan(0)
  expect(compareValues('', '-3.00', 'amount')).toBeLessThan(0)
  expect(compareValues('loads 10', 'loads 9', 'text')).toBeGreaterThan(0)
})

test(`a time is shown in the given time zone, even near a clock change (SEED=${seed})`, () => {
  const zones = [
    'Asia/Singapore',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Europe/London',
    'UTC',
  ]
  const formatters = new Map(
    zones.map((timeZone) => {
      // Swedish formats a time as '2026-03-04 10:42'.
      const options = { dateStyle: 'short', timeStyle: 'short', timeZone } as const
      return [timeZone, new Intl.DateTimeFormat('sv', options)] as const
    }),
  )
  // Around the hours of clock changes, and at any time since 1900.
  const changes = [
    '2026-03-08T07:00Z',
    '2026-11-01T06:00Z',
    '2026-04-04T15:00Z',
    '2026-10-03T15:30Z',
    '2026-03-29T01:00Z',
    '2026-04-04T14:00Z',
  ]
  const timesNearChanges = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -200, max: 200 }))
    .map(([change, minutes]) => Date.parse(change) + minutes * 60_000)
  const anyTime = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2099, 0, 1) })
  fc.assert(
    fc.property(fc.oneof(timesNearChanges, anyTime), fc.constantFrom(...zones), (epochMs, timeZone) => {
      const shown = valueToCell(new Date(epochMs).toISOString(), 'instant', { timeZone, timeZoneLabel: '' })
      const exported = valueToExport(new Date(epochMs).toISOString(), 'instant', { timeZone, timeZoneLabel: '' })
      expect(Date.parse(exported)).toBe(Math.floor(epochMs / 1000) * 1000)
      if (typeof shown !== 'object' || !('serial' in shown)) return
      // A serial is a number of days since 1899-12-30, as in spreadsheets.
      const minutes = Math.round(shown.serial * 1440)
      const text = new Date(Date.UTC(1899, 11, 30) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
      expect(text).toBe(formatters.get(timeZone)?.format(epochMs))
    }),
    { seed, numRuns: 2000 },
  )
})

test('a time too far in the future and an empty value are shown unchanged', () => {
  expect(valueToText('+275760-09-13T00:00:00Z', 'instant', zone)).toBe('+275760-09-13T00:00:00Z')
  expect(valueToText('', 'instant', zone)).toBe('')
})
