// Parses dates in the formats that files have: '31/12/2028', '20281231', '31. Dez 2028', '2028年12月31日', timestamps. An
// unambiguous date can be rewritten. The user is asked about an ambiguous date.
import { type CalendarDate, monthNames, textToDate } from '../calendar.ts'
import { addDays, addMonths, typedToDate } from '../dates.ts'
import { toPlainNumber } from '../texts/clean-text.ts'

/** The order of day, month and year in a date of numbers. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export const dateOrders: readonly DateOrder[] = ['dmy', 'mdy', 'ymd']

/** The days that a text can mean, by the order of its parts. */
export type DateReadings = Readonly<Partial<Record<DateOrder, CalendarDate>>>

/** The years that a date in a file can have. */
const FIRST_YEAR = 1900
const LAST_YEAR = 2199

/** Spreadsheet day numbers that are plausible dates: 2000 to 2099. */
const FIRST_SERIAL = 36_526
const LAST_SERIAL = 73_050
/** The spreadsheet's number of 1970-01-01. */
const SERIAL_OF_1970 = 25_569

/** An unambiguous date in another format than 'yyyy-mm-dd', including a spreadsheet's day number: '46112'. */
export function otherFormToDate(text: string): CalendarDate | undefined {
  if (/^[0-9]{5}(?:\.0+)?$/.test(text)) {
    const serial = Number(text)
    const isDayNumber = serial >= FIRST_SERIAL && serial <= LAST_SERIAL
    if (isDayNumber) return addDays('1970-01-01' as CalendarDate, serial - SERIAL_OF_1970)
  }
  const [onlyDay, ...otherDays] = possibleDays(text)
  return otherDays.length === 0 ? onlyDay : undefined
}

/** True for a text that can mean several days: '03/04/2028'. */
export const isAmbiguousDate = (text: string): boolean => possibleDays(text).length > 1

/** The different days that a text can mean. */
export const possibleDays = (text: string): readonly CalendarDate[] => [...new Set(Object.values(dateReadings(text)))]

/** The days that a text can mean, by the order of its parts. Empty if the text is not a date. */
export function dateReadings(text: string): DateReadings {
  const plain = withoutTime(toPlainNumber(text).trim())
  if (plain === undefined) return {}
  const exact = textToDate(plain) ?? typedToDate(plain) ?? wordsToDate(plain)
  if (exact !== undefined) return { ymd: exact }
  if (/^[0-9]{8}$/.test(plain)) return eightDigitsToReadings(plain)
  const numbers = THREE_NUMBERS.exec(plain)
  if (!numbers) return {}
  const { first = '', second = '', third = '' } = numbers.groups ?? {}
  const beginsWithYear: OrderedParts = { order: 'ymd', year: first, month: second, day: third }
  // '2028-12-31'
  if (first.length === 4 && third.length <= 2) return partsToReadings([beginsWithYear])
  const canEndWithYear = first.length <= 2 && [2, 4].includes(third.length)
  if (!canEndWithYear) return {}
  const endsWithYear: readonly OrderedParts[] = [
    { order: 'dmy', day: first, month: second, year: third },
    { order: 'mdy', month: first, day: second, year: third },
  ]
  // '28-12-31' can also begin with its year.
  const canBeginWithYear = first.length === 2 && third.length === 2
  return partsToReadings(canBeginWithYear ? [...endsWithYear, beginsWithYear] : endsWithYear)
}

const THREE_NUMBERS =
  /^(?<first>[0-9]{1,4})\s?(?<separator>[-/. ])\s?(?<second>[0-9]{1,2})\s?\k<separator>\s?(?<third>[0-9]{1,4})\.?$/

/** '20281231', '31122028' or '12312028'. */
const eightDigitsToReadings = (digits: string): DateReadings =>
  partsToReadings([
    { order: 'ymd', year: digits.slice(0, 4), month: digits.slice(4, 6), day: digits.slice(6) },
    { order: 'dmy', day: digits.slice(0, 2), month: digits.slice(2, 4), year: digits.slice(4) },
    { order: 'mdy', month: digits.slice(0, 2), day: digits.slice(2, 4), year: digits.slice(4) },
  ])

type DateParts = Readonly<Record<'year' | 'month' | 'day', string>>

/** The year, month and day of a text, if its numbers are in this order. */
interface OrderedParts extends DateParts {
  readonly order: DateOrder
}

function partsToReadings(orderedParts: readonly OrderedParts[]): DateReadings {
  const readings: Partial<Record<DateOrder, CalendarDate>> = {}
  for (const { order, ...parts } of orderedParts) {
    const date = partsToDate(parts)
    if (date !== undefined) readings[order] = date
  }
  return readings
}

/** The date with these parts. A year of two digits is in this century. Undefined if no such day exists. */
function partsToDate({ year, month, day }: DateParts): CalendarDate | undefined {
  const fullYear = year.length === 2 ? `20${year}` : year
  const isPossibleYear = Number(fullYear) >= FIRST_YEAR && Number(fullYear) <= LAST_YEAR
  if (!isPossibleYear) return undefined
  return textToDate(`${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/**
 * The text without its time. Undefined if the time has a time zone, since the moment can be on another day in the
 * programme's zone. Midnight with a time zone is accepted: programs write plain dates in this form.
 */
function withoutTime(text: string): string | undefined {
  const match = DAY_AND_TIME.exec(text)
  if (!match) {
    // 'yyyymmddhhmmss' without separators.
    const stamp = /^((?:19|20|21)[0-9]{6})T?[0-9]{6}Z?$/.exec(text)?.[1]
    return stamp ?? text
  }
  const { day = '', time = '', meridiem = '', zone = '' } = match.groups ?? {}
  const isAm = /^a/i.test(meridiem)
  const isPm = /^p/i.test(meridiem)
  const isZeroHour = /^0?0:00(?::00)?(?:[.,]0+)?$/.test(time) && !isPm
  const isTwelveAm = time.startsWith('12:00') && isAm
  const isMidnight = isZeroHour || isTwelveAm
  const canBeOtherDay = zone !== '' && !isMidnight
  return canBeOtherDay ? undefined : day
}

/** '31/12/2028 14:30', '…T14:30:00.000Z', '下午 2:30', '2:30 p.m.', '14:30 Uhr', '2:30 م'. */
const DAY_AND_TIME = new RegExp(
  [
    String.raw`^(?<day>.*?[0-9日])[T\s,،]+`,
    String.raw`(?:[上下]午\s*)?`, // Chinese 'a.m.' or 'p.m.'
    String.raw`(?<time>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?)\s*`,
    String.raw`(?:(?<meridiem>[ap]\.?m\.?)|[صم]|uhr)?\s*`, // Arabic 'a.m.' or 'p.m.', German 'o'clock'
    String.raw`(?<zone>Z|[+-][0-9]{2}:?[0-9]{2})?$`,
  ].join(''),
  'iu',
)

/** The months' names in the languages in which our users run spreadsheet programs, short and long. */
export const monthAliases: readonly (readonly string[])[] = [
  'jan january januar janvier janv enero ene janeiro gennaio gen januari jänner jän',
  'feb february februar février fevrier févr fév fev febrero fevereiro febbraio februari feb peb pebruari feber',
  'mar march märz marz mrz mär mars marzo março marco maart mrt mac maret maerz',
  'apr april avril avr abril abr aprile',
  'may mai mayo maio maggio mag mei',
  'jun june juni juin junio junho giugno giu',
  'jul july juli juillet juil julio julho luglio lug julai',
  'aug august août aout aoû agosto ago augustus ogos agustus agu agt aou ogo',
  'sep sept september septembre septiembre setembro set settembre',
  'oct october oktober okt octobre octubre outubro out ottobre ott',
  'nov november novembre noviembre novembro nopember nop',
  'dec december dezember dez décembre decembre déc diciembre dic dezembro dicembre disember dis desember des',
].map((names) => names.split(' '))

/** The Arabic names of the months, in the two usual series. */
const arabicMonths: readonly (readonly string[])[] = [
  ['يناير', 'كانون الثاني'],
  ['فبراير', 'شباط'],
  ['مارس', 'آذار'],
  ['أبريل', 'نيسان'],
  ['مايو', 'أيار'],
  ['يونيو', 'حزيران'],
  ['يوليو', 'تموز'],
  ['أغسطس', 'آب'],
  ['سبتمبر', 'أيلول'],
  ['أكتوبر', 'تشرين الأول'],
  ['نوفمبر', 'تشرين الثاني'],
  ['ديسمبر', 'كانون الأول'],
]

const CHINESE_DATES = [
  // '2028年12月31日'
  /^(?<year>[0-9]{4}|[0-9]{2})\s*年\s*(?<month>[0-9]{1,2})\s*月\s*(?<day>[0-9]{1,2})\s*[日号號]?$/,
  // '31-12月-2028': how Chinese spreadsheets show '31-Dec-2028'
  /^(?<day>[0-9]{1,2})-(?<month>[0-9]{1,2})月-(?<year>[0-9]{4}|[0-9]{2})$/,
]

/** Arabic names can have two words. */
const MONTH_NAME = String.raw`\p{L}{3,10}|\p{Script=Arabic}+(?:\s+\p{Script=Arabic}+)?`

const DATES_WITH_MONTH_NAME = [
  // '31. Dez 2028', '31st Dec 2028', '31 de dezembro de 2028'
  new RegExp(
    [
      String.raw`^(?<day>[0-9]{1,2})(?:st|nd|rd|th|\.|º|er)?[\s/-]*(?:de\s+)?`,
      String.raw`(?<month>${MONTH_NAME})\.?[\s/,،-]*(?:de\s+)?`,
      String.raw`(?<year>[0-9]{4}|[0-9]{2})$`,
    ].join(''),
    'iu',
  ),
  // 'Dec 31, 2028'
  /^(?<month>\p{L}{3,10})\.?[\s-]+(?<day>[0-9]{1,2})(?:st|nd|rd|th)?,?[\s-]+(?<year>[0-9]{4})$/iu,
  // '2028 Dec 31'
  /^(?<year>[0-9]{4})[\s-]+(?<month>\p{L}{3,10})\.?[\s-]+(?<day>[0-9]{1,2})$/iu,
]

/** The groups of the first form that matches the text. */
function matchForms(forms: readonly RegExp[], text: string): Readonly<Record<string, string>> | undefined {
  const form = forms.find((candidate) => candidate.test(text))
  return form?.exec(text)?.groups
}

function wordsToDate(text: string): CalendarDate | undefined {
  const chinese = matchForms(CHINESE_DATES, text)
  if (chinese) {
    const { year = '', month = '', day = '' } = chinese
    return partsToDate({ year, month, day })
  }
  // Removes the weekday: 'Fri, 27 Nov 2026' → '27 Nov 2026'.
  const plain = text.replace(/^\p{L}{2,10}\.?[,،]\s+/u, '')
  const { day = '', month: monthName = '', year = '' } = matchForms(DATES_WITH_MONTH_NAME, plain) ?? {}
  const month = monthNumbers().get(toComparable(monthName))
  return month === undefined ? undefined : partsToDate({ year, month, day })
}

/** The number of each month, by its names in all languages: 'märz' → '3'. */
function monthNumbers(): ReadonlyMap<string, string> {
  if (monthNumberCache.size > 0) return monthNumberCache
  const englishMonths = monthNames('long', 'en').map((name) => [name])
  for (const namesByMonth of [englishMonths, monthAliases, arabicMonths]) {
    for (const [index, names] of namesByMonth.entries()) {
      for (const name of names) monthNumberCache.set(toComparable(name), String(index + 1))
    }
  }
  return monthNumberCache
}

const monthNumberCache = new Map<string, string>()

/** Makes names comparable: in lower case, with one form of the Arabic letter alef. */
const toComparable = (name: string): string => name.toLowerCase().replaceAll(/[أإآ]/g, 'ا').replaceAll(/\s+/g, ' ')

/** The first and the last day of a month without a day: 'Dec-28', '12/2028', '2028-12', '2028年12月'. */
export function monthToDates(text: string): { readonly first: CalendarDate; readonly last: CalendarDate } | undefined {
  const plain = toPlainNumber(text).trim()
  const { month: nameOrNumber = '', year = '' } = matchForms(MONTHS_WITH_YEAR, plain) ?? {}
  const isNumber = /^[0-9]+$/.test(nameOrNumber)
  const month = isNumber ? nameOrNumber : monthNumbers().get(toComparable(nameOrNumber))
  const first = month === undefined ? undefined : partsToDate({ year, month, day: '1' })
  return first && { first, last: addDays(addMonths(first, 1), -1) }
}

const MONTHS_WITH_YEAR = [
  // '2028-12', '2028年12月'
  /^(?<year>[0-9]{4})\s?[-/.年]\s?(?<month>[0-9]{1,2})月?$/,
  // '12/2028'
  /^(?<month>[0-9]{1,2})\s?[-/.]\s?(?<year>[0-9]{4}|[0-9]{2})$/,
  // 'Dec-28'
  /^(?<month>\p{L}{3,10})\.?[\s/'’-]*(?<year>[0-9]{4}|[0-9]{2})$/u,
]

/** Separates the two days of a date cell in which a spreadsheet has probably swapped day and month. */
export const SWAPPED_SEPARATOR = ' / '

/** '2028-01-06 / 2028-06-01' if day and month of a date can be swapped. Otherwise the date itself. */
export function swappableDateToText(date: string): string {
  const [year, month, day] = date.split('-')
  const swapped = textToDate(`${year}-${day}-${month}`)
  const isOtherDay = swapped !== undefined && swapped !== date
  return isOtherDay ? `${date}${SWAPPED_SEPARATOR}${swapped}` : date
}

/** Parses a text made by `swappableDateToText`: the day that the sheet shows, and the other day. */
export function textToSwappableDates(text: string): readonly [CalendarDate, CalendarDate] | undefined {
  const [shown, swapped, ...others] = text.split(SWAPPED_SEPARATOR).map(textToDate)
  const areTwoDays = shown !== undefined && swapped !== undefined && others.length === 0
  return areTwoDays ? [shown, swapped] : undefined
}

/** True for a text in the form of a date or timestamp. Such a text is never a card number, so it is shown unmasked. */
export const looksLikeDate = (text: string): boolean =>
  textToSwappableDates(text) !== undefined ||
  otherFormToDate(text) !== undefined ||
  isAmbiguousDate(text) ||
  monthToDates(text) !== undefined ||
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]+(?:Z|[+-][0-9:]+)?$/.test(text)
