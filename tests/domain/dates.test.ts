// Calendar dates are never converted to times, so they are the same in every time zone.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type CalendarDate,
  dateToDayMonthText,
  dateToLongText,
  dateToShortText,
  monthNames,
  monthToText,
  textToDate,
} from '#domain/calendar.ts'
import { addDays, ageToText, daysBetween, instantToDate, searchRangeError, typedToDate } from '#domain/dates.ts'
import { instantToText } from '#domain/instants.ts'
import { chooseLanguage } from '#words/runtime.js'
import { languages } from '#tools/messages.mjs'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const date = (text: string) => text as CalendarDate
const originalTimeZone = process.env['TZ']
afterEach(() => {
  chooseLanguage(() => 'en')
  if (originalTimeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = originalTimeZone
})

test.each([
  [0, '1 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [24 * 60 * 60_000, '1 day'],
])('an age of %i ms is %s', (ms, text) => expect(ageToText(ms)).toBe(text))

test.each([
  ['2026-11-24', '2026-11-24'],
  ['2026/11/24', '2026-11-24'],
  ['24 Nov 2026', '2026-11-24'],
  ['4 november 2026', '2026-11-04'],
  ['Nov 24, 2026', '2026-11-24'],
  ['24-Nov-2026', '2026-11-24'],
  ['24 Nov 202', undefined],
  ['24 Nov 26', undefined],
  ['31 Feb 2026', undefined],
  ['24 Sept 2026', '2026-09-24'],
  ['24. November 2026', '2026-11-24'],
  ['2026年11月24日', '2026-11-24'],
  ['２０２６－１１－２４', '2026-11-24'],
  ['٢٠٢٦-١١-٢٤', '2026-11-24'],
  ['24. März 2026', undefined],
  ['24 No 2026', undefined],
  ['03/04/2026', undefined],
  ['2026-1-1', undefined],
  ['20261124', undefined],
])('"%s" is read as %s', (text, expected) => {
  expect(typedToDate(text)).toBe(expected)
})

test.each([
  ['de', '24. März 2026', '2026-03-24'],
  ['de', '24. Dez. 2026', '2026-12-24'],
  ['de', '24 Dec 2026', '2026-12-24'],
  ['ms', '4 Mac 2026', '2026-03-04'],
  ['ms', '4 Ogos 2026', '2026-08-04'],
  ['zh-Hans', '24 十一月 2026', '2026-11-24'],
  ['ar', '24 نوفمبر 2026', '2026-11-24'],
  ['ar', '٢٤ اغسطس ٢٠٢٦', '2026-08-24'],
])('in %s "%s" is read as %s', (language, text, expected) => {
  chooseLanguage(() => language)
  expect(typedToDate(text)).toBe(expected)
})

test.each(
  [
    ['en', '04 Mar 2026', '04 Mar', 'Mar 2026', '04 Mar 2026, 10:42 SGT', '04 September 2026'],
    ['de', '4. Mär 2026', '4. Mär', 'Mär 2026', '4. Mär 2026, 10:42 SGT', '4. September 2026'],
    ['ms', '4 Mac 2026', '4 Mac', 'Mac 2026', '4 Mac 2026, 10:42 SGT', '4 September 2026'],
    ['zh-Hans', '2026年3月4日', '3月4日', '2026年3月', '2026年3月4日 10:42 SGT', '2026年9月4日'],
    [
      'ar',
      '4 مارس 2026',
      '4 مارس',
      'مارس 2026',
      '\u200f\u20684 مارس 2026\u2069، \u206610:42 SGT\u2069',
      '4 سبتمبر 2026',
    ],
  ].filter(([language = '']) => languages.includes(language)),
)('in %s a date is %s', (language = '', short, day, month, instant, long) => {
  chooseLanguage(() => language)
  expect(dateToShortText(date('2026-03-04'))).toBe(short)
  expect(dateToDayMonthText(date('2026-03-04'))).toBe(day)
  expect(monthToText('2026-03')).toBe(month)
  expect(instantToText('2026-03-04T02:42:00Z', { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' })).toBe(instant)
  expect(dateToLongText(date('2026-09-04'))).toBe(long)
})

test('English abbreviates every month to three letters', () => {
  expect(monthNames('short').join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
})

test.each([
  ['2026-03-04', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['04/03/2026', false],
  ['1000-01-01', true],
  ['0999-12-31', false],
  ['0202-03-04', false],
  ['0000-01-01', false],
  ['2026-03-04T00:00:00Z', false],
  ['', false],
])('%j is a valid date: %s', (text, isValid) => {
  expect(textToDate(text)).toBe(isValid ? text : undefined)
})

describe.each(['UTC', 'Asia/Singapore', 'America/Los_Angeles', 'Pacific/Apia'])('in %s', (timeZone) => {
  test(`counts days like the calendar (SEED=${seed})`, () => {
    process.env['TZ'] = timeZone
    fc.assert(
      fc.property(fc.integer({ min: -25_000, max: 60_000 }), fc.integer({ min: -40_000, max: 40_000 }), (day, days) => {
        const toDate = (epochDay: number) => date(new Date(epochDay * 86_400_000).toISOString().slice(0, 10))
        expect(addDays(toDate(day), days)).toBe(toDate(day + days))
        expect(daysBetween(toDate(day), toDate(day + days))).toBe(days)
      }),
      { seed },
    )
  })

  test('a date is shown as the same calendar day', () => {
    process.env['TZ'] = timeZone
    expect(dateToLongText(date('2026-03-04'))).toBe('04 March 2026')
    expect(dateToShortText(date('2026-12-31'))).toBe('31 Dec 2026')
  })

  test('a time has the date of the programme’s time zone, in any local time zone', () => {
    process.env['TZ'] = timeZone
    const moment = Date.UTC(2026, 2, 3, 16, 30)
    expect(instantToDate(moment, 'Asia/Singapore')).toBe('2026-03-04')
    expect(instantToDate(moment, 'UTC')).toBe('2026-03-03')
  })
})

test.each([
  ['2026-01-01', '2026-01-01', undefined],
  ['2026-01-01', '2026-02-26', undefined],
  ['2026-01-01', '2026-02-27', 'Maximum search timespan is 56 days'],
  ['2026-01-02', '2026-01-01', 'The date filter start date is greater than the end date'],
  ['2027-01-01', '2026-01-01', 'The date filter start date is greater than the end date'],
])('the span %s to %s: %s', (start, end, refusal) => {
  expect(searchRangeError(date(start), date(end))).toBe(refusal)
})
