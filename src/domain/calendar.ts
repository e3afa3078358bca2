// Parses and formats calendar dates: days without a time, 'yyyy-mm-dd'. Does not use Date, and so no time zone. dates.ts
// calculates with calendar dates.
import { m } from '#words/messages.js'
import { getLocale, languageNeutralForm } from '#words/runtime.js'
import { formatLocale } from '#words/figures.ts'
import { DAY_MS } from './units.ts'

/** A day as 'yyyy-mm-dd'. The day of a moment is that of the programme's time zone. */
export type CalendarDate = string & { readonly __unit: 'date' }

const DATE_FORMAT = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
/** The text as a calendar date. Undefined if no such day exists. A year below 1000 is a typing error. */
export function textToDate(text: string): CalendarDate | undefined {
  const match = DATE_FORMAT.exec(text)
  if (!match) return undefined
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  const isMonth = month >= 1 && month <= 12
  if (year < 1000 || !isMonth) return undefined
  const isDay = day >= 1 && day <= daysInMonth(year, month)
  return isDay ? (text as CalendarDate) : undefined
}

/** The names of the months in the user's language, or their abbreviations: 'March', 'Mar'. */
export function monthNames(length: 'long' | 'short', language = getLocale()): readonly string[] {
  // American English, since British English abbreviates September as 'Sept'.
  const locale = language === 'en' ? 'en-US' : formatLocale()
  const key = locale + length
  const cached = monthNameCache.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' })
  const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)))
  monthNameCache.set(key, names)
  return names
}

// Cached because creating a format takes much longer than using it.
const monthNameCache = new Map<string, readonly string[]>()

/** '2026-03-04' → '04 Mar 2026', '4. März 2026' or '2026年3月4日': the form of every date in a table. */
export const dateToShortText = (date: CalendarDate): string => m.dates_dayMonthYear(dateParts(date, 'short'))

/** '2026-03-04' → '04 March 2026' (dd mmmm yyyy). */
export const dateToLongText = (date: CalendarDate): string => m.dates_dayMonthYear(dateParts(date, 'long'))

/** '2026-03-04' → '04 Mar', for charts. */
export const dateToDayMonthText = (date: CalendarDate): string => m.dates_dayMonth(dateParts(date, 'short'))

/** '2026-03' → 'Mar 2026'. Any other text is returned unchanged. */
export function monthToText(month: string): string {
  const firstDay = textToDate(`${month}-01`)
  return firstDay ? m.dates_monthYear(dateParts(firstDay, 'short')) : month
}

/** The parts of a date for a message. Each language uses some of them: '04' or '4', the month's name or number. */
function dateParts(date: CalendarDate, length: 'long' | 'short') {
  const [year = '', twoDigitMonth = '', twoDigitDay = ''] = date.split('-')
  const monthNumber = Number(twoDigitMonth)
  const monthName = languageNeutralForm('monthName', length, twoDigitMonth) ?? monthNames(length)[monthNumber - 1]
  return {
    year,
    month: monthName ?? '',
    monthNumber,
    twoDigitDay,
    day: Number(twoDigitDay),
  }
}

/** How far the zone's clock is ahead of UTC at this moment, in milliseconds. */
export function offsetAt(epochMs: number, timeZone: string): number {
  if (epochMs < QUARTER_HOUR_OFFSETS_SINCE_MS) return readOffset(epochMs, timeZone)
  const quarter = Math.floor(epochMs / QUARTER_HOUR_MS)
  const cached = offsets.get(timeZone)?.get(quarter)
  if (cached !== undefined) return cached
  const offset = readOffset(epochMs, timeZone)
  cacheFor(timeZone).set(quarter, offset)
  return offset
}

/** The cached offsets of a zone. A full cache is replaced by an empty one. */
function cacheFor(timeZone: string): Map<number, number> {
  const cached = offsets.get(timeZone)
  if (cached && cached.size < MAX_OFFSETS) return cached
  const emptyCache = new Map<number, number>()
  offsets.set(timeZone, emptyCache)
  return emptyCache
}

/** Since 1973, clocks change only at full quarters of an hour, so one offset is cached for each quarter of an hour. */
const QUARTER_HOUR_OFFSETS_SINCE_MS = Date.UTC(1973, 0, 1)
const QUARTER_HOUR_MS = 15 * 60_000
/** Maximum number of cached offsets per zone: the quarter hours of about three years. */
const MAX_OFFSETS = 100_000
/** The offsets of each zone, by the number of the quarter hour since 1970. */
const offsets = new Map<string, Map<number, number>>()

function readOffset(epochMs: number, timeZone: string): number {
  const parts = zoneFormatter(timeZone).formatToParts(epochMs)
  const readPart = (type: string) => parts.find((part) => part.type === type)?.value ?? '0'
  const localDate = `${readPart('year')}-${readPart('month')}-${readPart('day')}` as CalendarDate
  const secondsOfDay = Number(readPart('hour')) * 3600 + Number(readPart('minute')) * 60 + Number(readPart('second'))
  const localMs = DAY_ZERO_MS + dateToDayNumber(localDate) * DAY_MS + secondsOfDay * 1000
  const wholeSecondMs = Math.floor(epochMs / 1000) * 1000
  return localMs - wholeSecondMs
}

// Creating a formatter takes longer than using it, so the formatter of each zone is cached.
const formatters = new Map<string, Intl.DateTimeFormat>()

function zoneFormatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return MONTHS_OF_30_DAYS.includes(month) ? 30 : 31
}

const MONTHS_OF_30_DAYS: readonly number[] = [4, 6, 9, 11]

function isLeapYear(year: number): boolean {
  if (year % 400 === 0) return true
  return year % 4 === 0 && year % 100 !== 0
}

/** Days since 0000-03-01. Years are counted from March, so that the leap day is the last day of a year. */
export function dateToDayNumber(date: CalendarDate): number {
  const [calendarYear = 0, calendarMonth = 1, day = 1] = date.split('-').map(Number)
  const year = calendarMonth <= 2 ? calendarYear - 1 : calendarYear
  // March is 0, February is 11.
  const month = (calendarMonth + 9) % 12
  return daysBeforeYear(year) + daysBeforeMonth(month) + day - 1
}

/** The days from 0000-03-01 to 1 March of a year. */
export const daysBeforeYear = (year: number): number =>
  365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)

/** The days from 1 March to the first day of a month (March is 0): 0, 31, 61, 92… On average, a month has 30.6 days. */
export const daysBeforeMonth = (month: number): number => Math.floor((month * 306 + 5) / 10)

/** Midnight UTC of day number 0, in milliseconds since 1970. */
export const DAY_ZERO_MS = -719_468 * DAY_MS
