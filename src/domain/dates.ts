// Calculates with calendar dates (calendar.ts): later and earlier days, spans, typed dates, the day of a moment.
import { m } from '#words/messages.js'
import {
  type CalendarDate,
  dateToDayNumber,
  daysBeforeMonth,
  daysBeforeYear,
  daysInMonth,
  DAY_ZERO_MS,
  monthNames,
  offsetAt,
  textToDate,
} from './calendar.ts'
import { toPlainNumber } from './texts/clean-text.ts'
import { DAY_MS } from './units.ts'

/** The longest date range in the lists of batches and virtual orders: days from its start to its end. */
export const MAX_SEARCH_DAYS = 56

/**
 * Parses a typed date that is unambiguous. Also accepts the months of the user's language. Undefined for an ambiguous
 * date ('03/04/2026'), and for an unfinished text ('24 Nov 202').
 */
export function typedToDate(typed: string): CalendarDate | undefined {
  const text = toPlainNumber(typed)
  const numbers = YEAR_FIRST.exec(text)?.groups ?? CHINESE_DATE.exec(text)?.groups
  if (numbers) return toExistingDate(numbers)
  const words = DAY_BEFORE_MONTH.exec(text)?.groups ?? MONTH_BEFORE_DAY.exec(text)?.groups
  if (!words) return undefined
  const month = toMonthNumber(words['month'] ?? '')
  return month === undefined ? undefined : toExistingDate({ ...words, month })
}

/** '2026-11-24', '2026/11/24', '2026.11.24'. */
const YEAR_FIRST = /^(?<year>[0-9]{4})[-/.](?<month>[0-9]{2})[-/.](?<day>[0-9]{2})$/
/** '2026年11月24日'. */
const CHINESE_DATE = /^(?<year>[0-9]{4}) ?年 ?(?<month>[0-9]{1,2}) ?月 ?(?<day>[0-9]{1,2}) ?日$/
/** '24 Nov 2026', '24-Nov-2026', '24. November 2026', '24 Nov., 2026'. */
const DAY_BEFORE_MONTH = /^(?<day>[0-9]{1,2})(?:[ -]|\. ?)(?<month>\p{L}{2,12})\.?[ ,-]+(?<year>[0-9]{4})$/u
/** 'November 24, 2026'. */
const MONTH_BEFORE_DAY = /^(?<month>\p{L}{3,12}) (?<day>[0-9]{1,2}),? (?<year>[0-9]{4})$/u

/** The number of a month, by its name or the beginning of its name in English or in the user's language. */
function toMonthNumber(name: string): string | undefined {
  const plain = toPlainName(name)
  const canBeBeginning = plain.length > 2
  const isMonth = (month: string) => month === plain || (canBeBeginning && month.startsWith(plain))
  const lists = [monthNames('long', 'en'), monthNames('long'), monthNames('short')]
  const indexes = lists.map((months) => months.map(toPlainName).findIndex(isMonth))
  const monthIndex = indexes.find((index) => index >= 0)
  return monthIndex === undefined ? undefined : String(monthIndex + 1)
}

/** Makes names comparable: in lower case, without full stops, with one form of the Arabic letter alef. */
const toPlainName = (name: string): string =>
  name.toLowerCase().normalize('NFC').replaceAll('.', '').replaceAll(/[أإآ]/g, 'ا')

/** The date with these groups of a match. Undefined if the calendar has no such date. */
const toExistingDate = ({ year = '', month = '', day = '' }: Partial<Record<string, string>>) =>
  textToDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** The date `days` later, or earlier if `days` is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dayNumberToDate(dateToDayNumber(date) + days)
}

/** The date `months` months later, or earlier if negative. In a month without this day, the last day of the month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const monthsSinceYearZero = year * 12 + (month - 1) + months
  const newYear = Math.floor(monthsSinceYearZero / 12)
  const newMonth = monthsSinceYearZero - newYear * 12 + 1
  return toDate(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/** The text of a waiting time (`ms`) in its largest whole unit: '5 min', '3 h', '1 day'. At least '1 min'. */
export function ageToText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return m.dates_minutesShort({ minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? m.dates_hoursShort({ hours }) : m.dates_countedDays({ days: Math.floor(hours / 24) })
}

/** Days from start to end; 0 for the same day, negative when end is before start. */
export const daysBetween = (start: CalendarDate, end: CalendarDate): number =>
  dateToDayNumber(end) - dateToDayNumber(start)

/** The date of a moment in a time zone. `epochMs` is a parameter, since the domain never reads a clock. */
export const instantToDate = (epochMs: number, timeZone: string): CalendarDate =>
  instantToLocalText(epochMs, timeZone).slice(0, 10) as CalendarDate

/** A moment in a file name: 'yyyymmddhhmmss' in the time zone. */
export const instantToTimestamp = (epochMs: number, timeZone: string): string =>
  instantToLocalText(epochMs, timeZone)
    .replace(/[^0-9]/g, '')
    .slice(0, 14)

/** The local time in the zone, beginning with 'yyyy-mm-ddThh:mm:ss'. */
const instantToLocalText = (epochMs: number, timeZone: string): string =>
  new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString()

/**
 * The moment of a date and time ('HH:mm') in a time zone, as milliseconds since 1970. A time that occurs twice, because
 * the clocks are set back, means the earlier moment. Undefined for a time that the clocks skip.
 */
export function localToInstant(date: CalendarDate, time: string, timeZone: string): number | undefined {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  // The moment at which a clock in UTC shows this date and time.
  const localMs = DAY_ZERO_MS + dateToDayNumber(date) * DAY_MS + (hours * 60 + minutes) * 60_000
  const showsThisTime = (instant: number) => instant + offsetAt(instant, timeZone) === localMs
  // The offsets of the day before and of the day after differ if the clocks change in between.
  const withOffsetBefore = localMs - offsetAt(localMs - DAY_MS, timeZone)
  const withOffsetAfter = localMs - offsetAt(localMs + DAY_MS, timeZone)
  // If both moments show this time, the clocks are set back, and the offset before gives the earlier moment.
  return [withOffsetBefore, withOffsetAfter].find(showsThisTime)
}

/**
 * The first moment of a day in a time zone, as milliseconds since 1970: 01:00 if the clocks skip midnight. No zone skips
 * both, so the result is never NaN.
 */
export const startOfDay = (date: CalendarDate, timeZone: string): number =>
  localToInstant(date, '00:00', timeZone) ?? localToInstant(date, '01:00', timeZone) ?? Number.NaN

/** Refuses a date range for which no list can be requested. Undefined if the range is valid. */
export function searchRangeError(start: CalendarDate, end: CalendarDate): string | undefined {
  return isRangeTooLong(start, end) ? m.dates_spanTooLong() : reversedRangeError(start, end)
}

/** True if the range ends more than `MAX_SEARCH_DAYS` days after its start. */
export const isRangeTooLong = (start: CalendarDate, end: CalendarDate): boolean =>
  daysBetween(start, end) > MAX_SEARCH_DAYS

/** Refuses a date range whose end is before its start. Undefined if the range is valid. */
export const reversedRangeError = (start: CalendarDate, end: CalendarDate): string | undefined =>
  start > end ? m.common_startAfterEnd() : undefined

/** The inverse of `dateToDayNumber`. As there, `year` and `month` are counted from March. */
function dayNumberToDate(dayNumber: number): CalendarDate {
  // A year has 365.2425 days on average. With 1.478 more days, the estimate is never too low, but can be one year too
  // high.
  const estimatedYear = Math.floor((dayNumber + 1.478) / 365.2425)
  const isTooLate = daysBeforeYear(estimatedYear) > dayNumber
  const year = isTooLate ? estimatedYear - 1 : estimatedYear
  const dayOfYear = dayNumber - daysBeforeYear(year)
  // The inverse of `daysBeforeMonth`: months from March have 30.6 days on average. With 0.52 more days, each month
  // begins on its first day. Day 31 gives month 1, 1 April.
  const month = Math.floor((dayOfYear + 0.52) / 30.6)
  const day = dayOfYear - daysBeforeMonth(month) + 1
  // January and February (10 and 11) belong to the next calendar year.
  const calendarMonth = ((month + 2) % 12) + 1
  const calendarYear = year + Math.floor((month + 2) / 12)
  return toDate(calendarYear, calendarMonth, day)
}

function toDate(year: number, month: number, day: number): CalendarDate {
  const pad = (value: number, width: number) => String(value).padStart(width, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CalendarDate
}
