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
 * Parses a typed date that is unambiguous: '2026-11-24', '2026/11/24', '24 Nov 2026', 'November 24, 2026'. Also accepts
 * the months of the user's language: '24. November 2026' or '2026年11月24日'. Undefined for '03/04/2026', and for an
 * unfinished text that would become another date with the next character.
 */
export function typedToDate(typed: string): CalendarDate | undefined {
  const text = toPlainNumber(typed)
  const numbers =
    /^([0-9]{4})[-/.]([0-9]{2})[-/.]([0-9]{2})$/.exec(text) ??
    /^([0-9]{4}) ?年 ?([0-9]{1,2}) ?月 ?([0-9]{1,2}) ?日$/.exec(text)
  if (numbers) return toExistingDate(numbers[1], numbers[2], numbers[3])
  const match =
    /^(?<day>[0-9]{1,2})(?:[ -]|\. ?)(?<month>\p{L}{2,12})\.?[ ,-]+(?<year>[0-9]{4})$/u.exec(text) ??
    /^(?<month>\p{L}{3,12}) (?<day>[0-9]{1,2}),? (?<year>[0-9]{4})$/u.exec(text)
  const { day, month = '', year } = match?.groups ?? {}
  const monthNumber = toMonthNumber(month)
  return monthNumber === undefined ? undefined : toExistingDate(year, monthNumber, day)
}

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

const toExistingDate = (year = '', month = '', day = ''): CalendarDate | undefined =>
  textToDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** The date `days` later, or earlier if `days` is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dayNumberToDate(dateToDayNumber(date) + days)
}

/** The same day of the month `months` later or earlier; the last day of that month if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const monthsSinceYearZero = year * 12 + (month - 1) + months
  const newYear = Math.floor(monthsSinceYearZero / 12)
  const newMonth = monthsSinceYearZero - newYear * 12 + 1
  return toDate(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/**
 * How long something has waited, in milliseconds, as its largest whole unit: '5 min', '3 h', '1 day'. At least '1 min'.
 */
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
  // Tries the offset of the day before and of the day after, which differ if the clocks change in between.
  const candidates = [localMs - DAY_MS, localMs + DAY_MS].map((nearby) => localMs - offsetAt(nearby, timeZone))
  return candidates.find((candidate) => candidate + offsetAt(candidate, timeZone) === localMs)
}

/** The first moment of a day in a time zone, as milliseconds since 1970: 01:00 if the clocks skip midnight. */
export const startOfDay = (date: CalendarDate, timeZone: string): number =>
  localToInstant(date, '00:00', timeZone) ?? localToInstant(date, '01:00', timeZone) ?? Number.NaN

/** Returns why a list cannot be requested for this date range, or undefined. */
export function searchRangeError(start: CalendarDate, end: CalendarDate): string | undefined {
  return isRangeTooLong(start, end) ? m.dates_spanTooLong() : reversedRangeError(start, end)
}

/** True if the range ends more than `MAX_SEARCH_DAYS` days after its start. */
export const isRangeTooLong = (start: CalendarDate, end: CalendarDate): boolean =>
  daysBetween(start, end) > MAX_SEARCH_DAYS

/** Returns why a date range is refused, or undefined: its end is before its start. */
export const reversedRangeError = (start: CalendarDate, end: CalendarDate): string | undefined =>
  start > end ? m.common_startAfterEnd() : undefined

/** The inverse of `dateToDayNumber`. As there, `year` and `month` are counted from March. */
function dayNumberToDate(dayNumber: number): CalendarDate {
  // A year has 365.2425 days on average. The estimate can be the following year, whose first day is then still to come.
  const estimatedYear = Math.floor((10_000 * dayNumber + 14_780) / 3_652_425)
  const isTooLate = daysBeforeYear(estimatedYear) > dayNumber
  const year = isTooLate ? estimatedYear - 1 : estimatedYear
  const dayOfYear = dayNumber - daysBeforeYear(year)
  // A month has 30.6 days on average, see `daysBeforeMonth`.
  const month = Math.floor((100 * dayOfYear + 52) / 3060)
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
