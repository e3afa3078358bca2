// Converts a workbook cell to the text that the row checks read. Both workbook readers use it, so that they agree.
import { MAX_AMOUNT_LENGTH } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { shownAmountToText } from '#domain/money.ts'
import { namesForeignCurrency, type ProgrammeCurrency } from '#domain/rows/amount-units.ts'
import type { NumberFormat } from './number-format.ts'

/** A spreadsheet stores this number of digits. Further digits become zeros. */
const EXACT_DIGITS = 15
/** An amount in a message has at most this number of digits. A longer amount would be masked like a card number. */
const MESSAGE_DIGITS = 12

/**
 * A number cell as an identifier. The spreadsheet has lost the last digits of a whole number with more than 15 digits.
 * Such a number is written in E notation, which marks it as damaged.
 */
function numberToIdentifier(value: number): string {
  const hasLostDigits = Number.isInteger(value) && String(Math.abs(value)).length > EXACT_DIGITS
  return hasLostDigits ? value.toExponential().replace('e', 'E') : String(value)
}

/**
 * A number cell as an amount. A whole number of cents has two decimals. For any other number, the shown value is followed
 * by the exact value in brackets: '33.33 (33.333333)'. The amount check refuses such a text.
 */
function numberToAmount(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= TOO_LARGE_FOR_AMOUNT) return numberToIdentifier(value)
  const cents = Math.round(value * 100)
  // 0.1 + 0.2 is not exactly 0.3 in binary numbers.
  const isWholeCents = Math.abs(value - cents / 100) < ROUNDING_ERROR
  if (isWholeCents) {
    const text = (cents / 100).toFixed(2)
    // A longer field would be read as the target card of a transfer, so its trailing zeros are left out.
    return text.length > MAX_AMOUNT_LENGTH ? String(cents / 100) : text
  }
  // A negative amount is refused anyway, whatever its decimals.
  if (value < 0) return value.toFixed(3)
  const shown = toShown(value, Math.min(decimals, 2))
  return shownAmountToText({ shown, exact: exactDecimals(value, MESSAGE_DIGITS) })
}

/**
 * A number cell with a date format as 'yyyy-mm-dd', or as a time of day ('10:30'). Returns '########' if no such date
 * exists, as spreadsheet programs show. Calculated without Date, which would add a time zone.
 *
 * @param isMonth true if the format shows no day; the first of a month then stands for the whole month ('yyyy-mm')
 */
export function serialToText(
  serial: number,
  { is1904, isMonth = false }: { readonly is1904: boolean; readonly isMonth?: boolean | undefined },
): string {
  const isShown = serial >= 0 && serial <= LAST_SERIAL
  if (!isShown) return '########'
  const day = Math.floor(serial) + (is1904 ? DAYS_TO_1904 : 0)
  if (day < 1) return dayFractionToTime(serial - Math.floor(serial))
  // The calendar of spreadsheets has a 29 February 1900 (day 60), which did not exist.
  const daysSince1899 = day > 59 ? day - 1 : day
  const date = addDays('1899-12-31' as CalendarDate, daysSince1899)
  const standsForMonth = isMonth && date.endsWith('-01')
  return standsForMonth ? date.slice(0, 'yyyy-mm'.length) : date
}

/** 0.4375 → '10:30'. */
function dayFractionToTime(fraction: number): string {
  const minutes = Math.round(fraction * MINUTES_OF_DAY)
  const hour = Math.floor(minutes / 60)
  return `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const MINUTES_OF_DAY = 1440

/** A cell of type 'd' (a date in ISO 8601) in the format of `serialToText`. */
export function isoToText(text: string): string {
  const [, date, time] = /^\s*(\d{4}-\d\d-\d\d)?(?:T?(\d\d:\d\d)\S*)?\s*$/.exec(text) ?? []
  return date ?? time ?? text
}

/** The number of days between the first days of the two spreadsheet calendars. */
export const DAYS_TO_1904 = 1462
/** The end of 9999-12-31, the last day of all spreadsheet programs. */
const LAST_SERIAL = 2_958_466
/** A number from here on is too large for an amount, but can be the target card of a transfer. */
const TOO_LARGE_FOR_AMOUNT = 1e9
/** Amounts that differ by less are equal, because binary numbers are not exact. */
const ROUNDING_ERROR = 1e-9
/** The rounding error of amounts in cents. */
const ROUNDING_ERROR_OF_CENTS = 1e-7

/**
 * Rounds to the decimals of the format, then writes two decimals: 1.005 → '1.01'. Rounds the 15 digits that spreadsheet
 * programs show, not the binary fraction. Like these programs, rounds 5 up.
 */
function toShown(value: number, decimals: number): string {
  const [whole = '0', fraction = ''] = exactDecimals(value).split('.')
  // The digits with one more decimal, by which they are rounded: '1.005' → 1005n → 101n.
  const digits = BigInt(whole + fraction.padEnd(decimals + 1, '0').slice(0, decimals + 1))
  const rounded = String((digits + 5n) / 10n).padStart(decimals + 1, '0')
  const pointIndex = rounded.length - decimals
  return `${rounded.slice(0, pointIndex)}.${rounded.slice(pointIndex).padEnd(2, '0')}`
}

/** The digits that a spreadsheet program stores of a number, without an exponent. */
function exactDecimals(value: number, digits = EXACT_DIGITS): string {
  const text = String(Number(value.toPrecision(digits)))
  const hasExponent = text.includes('e')
  return hasExponent ? value.toFixed(12).replace(/0+$/, '') : text
}

/** A number cell as text in its format, with the leading zeros and literal characters that the sheet shows. */
export function numberToText(value: number, formatDigits: ((digits: string) => string) | undefined): string {
  const plain = numberToIdentifier(value)
  const hasOnlyDigits = /^[0-9]+$/.test(plain)
  return formatDigits && hasOnlyDigits ? formatDigits(plain) : plain
}

/**
 * A number cell as an amount in its format. Percentages keep their sign. A currency other than the programme's precedes
 * the amount.
 */
export function cellToAmount(
  value: number,
  { isPercent, decimals, currency }: NumberFormat,
  programme: ProgrammeCurrency,
): string {
  if (isPercent) return `${Number((value * 100).toPrecision(12))}%`
  const amount = numberToAmount(value, decimals)
  return namesForeignCurrency(currency, programme) ? `${currency} ${amount}` : amount
}

/**
 * What the sheet shows for an amount whose format hides decimals: '10' for 10.25 with the format '0'. Undefined if the
 * format hides nothing. Also undefined for an amount with more than two decimals. Such an amount is an error of the row,
 * whose message contains the shown amount.
 */
export function roundedByFormat(value: number, { isPercent, decimals, displayUnit }: NumberFormat): string | undefined {
  const isScaled = isPercent || displayUnit !== undefined
  const canHideDecimals = decimals !== undefined && decimals < 2
  if (isScaled || !canHideDecimals) return undefined
  const isAmount = value >= 0 && value < TOO_LARGE_FOR_AMOUNT
  const cents = Math.round(value * 100)
  const hasMoreDecimals = Math.abs(value * 100 - cents) >= ROUNDING_ERROR_OF_CENTS
  if (!isAmount || hasMoreDecimals) return undefined
  const shown = toShown(value, decimals)
  if (Number(shown) === cents / 100) return undefined
  // `toShown` writes two decimals: '10.00' is shown as '10', and '10.30' as '10.3'.
  return decimals === 0 ? shown.slice(0, -'.00'.length) : shown.slice(0, -1)
}
