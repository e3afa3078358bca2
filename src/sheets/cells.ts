// Converts a workbook cell to the text that the row checks read. Both workbook readers use it, so that they agree.
import { MAX_AMOUNT_LENGTH } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { shownAmountToText } from '#domain/money.ts'
import { isForeignCurrency, type ProgrammeCurrency } from '#domain/rows/amount-units.ts'
import type { NumberFormat } from './number-format.ts'

/** Significant digits of a number in a spreadsheet; further digits become zeros. */
const EXACT_DIGITS = 15
/** Digits of an amount in a message; a longer amount would be masked like a card number. */
const MESSAGE_DIGITS = 12

/**
 * A number cell as an identifier: whole numbers of up to 15 digits, longer numbers in E notation, which marks them as
 * damaged, since their last digits are lost.
 */
function numberToIdentifier(value: number): string {
  const hasLostDigits = Number.isInteger(value) && String(Math.abs(value)).length > EXACT_DIGITS
  return hasLostDigits ? value.toExponential().replace('e', 'E') : String(value)
}

/**
 * A number cell as an amount: two decimals if it is a whole number of cents, apart from binary rounding errors (0.1 +
 * 0.2). Otherwise the amount as shown, followed by the exact value in brackets, '33.33 (33.333333)', which the amount
 * check refuses. Trailing zeros are left out if they make the text longer than 10 characters: longer fields are read as
 * the target card of a transfer.
 */
function numberToAmount(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= TOO_LARGE_FOR_AMOUNT) return numberToIdentifier(value)
  const cents = Math.round(value * 100)
  if (Math.abs(value - cents / 100) >= 1e-9) {
    // A negative amount is an error with any decimals.
    if (value < 0) return value.toFixed(3)
    return shownAmountToText({
      shown: toShown(value, Math.min(decimals, 2)),
      exact: exactDecimals(value, MESSAGE_DIGITS),
    })
  }
  const text = (cents / 100).toFixed(2)
  return text.length > MAX_AMOUNT_LENGTH ? String(cents / 100) : text
}

/**
 * A number cell with a date format as 'yyyy-mm-dd' (or a time of day). Calculated without Date, which would add a time
 * zone. If no such date exists, '########', as spreadsheet programs show. `isMonth`: the format shows no day, so the first
 * of a month can be any day of it: 'yyyy-mm'.
 */
export function serialToText(
  serial: number,
  { is1904, isMonth = false }: { readonly is1904: boolean; readonly isMonth?: boolean | undefined },
): string {
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return '########'
  const day = Math.floor(serial) + (is1904 ? DAYS_TO_1904 : 0)
  if (day < 1) {
    const minutes = Math.round((serial - Math.floor(serial)) * 1440)
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  }
  // Day 60 is 29 February 1900, which did not exist.
  const date = addDays('1899-12-31' as CalendarDate, day > 59 ? day - 1 : day)
  return isMonth && date.endsWith('-01') ? date.slice(0, -3) : date
}

/** A cell of type 'd' (a date in ISO 8601) in the format of `serialToText`. */
export function isoToText(text: string): string {
  const [, date, time] = /^\s*(\d{4}-\d\d-\d\d)?(?:T?(\d\d:\d\d)\S*)?\s*$/.exec(text) ?? []
  return date ?? time ?? text
}

/** The number of days between the first days of the two spreadsheet calendars. */
export const DAYS_TO_1904 = 1462
/** The end of 9999-12-31, the last day of all spreadsheet programs. */
const LAST_SERIAL = 2_958_466
/** From this number on, a number is too large for an amount, but can be the target card of a transfer. */
const TOO_LARGE_FOR_AMOUNT = 1e9

/**
 * Rounds to the decimals of the format, then writes two: 1.005 → '1.01'. Like spreadsheet programs, rounds half away
 * from zero, and rounds the 15 digits that they show, not the binary fraction.
 */
function toShown(value: number, decimals: number): string {
  const [whole = '0', fraction = ''] = exactDecimals(value).split('.')
  const digits = BigInt(whole + fraction.padEnd(decimals + 1, '0').slice(0, decimals + 1))
  const rounded = String((digits + 5n) / 10n).padStart(decimals + 1, '0')
  const at = rounded.length - decimals
  return `${rounded.slice(0, at)}.${rounded.slice(at).padEnd(2, '0')}`
}

/** The 15 digits that a spreadsheet program stores of a number, without an exponent. */
function exactDecimals(value: number, digits = EXACT_DIGITS): string {
  const text = String(Number(value.toPrecision(digits)))
  return text.includes('e') ? value.toFixed(12).replace(/0+$/, '') : text
}

/** A number cell as text in its format, with the leading zeros and literal characters that the sheet shows. */
export function numberToText(value: number, toText: ((digits: string) => string) | undefined): string {
  const plain = numberToIdentifier(value)
  return toText && /^[0-9]+$/.test(plain) ? toText(plain) : plain
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
  return isForeignCurrency(currency, programme) ? `${currency} ${amount}` : amount
}

/**
 * What the sheet shows for an amount of at most two decimals, if its format hides some: '10' for 10.25 with the format
 * '0'; otherwise undefined. Amounts with more decimals are reported as row errors, whose messages already include the
 * shown amount.
 */
export function roundedByFormat(value: number, { isPercent, decimals, displayUnit }: NumberFormat): string | undefined {
  const isScaled = isPercent || displayUnit !== undefined
  if (isScaled || decimals === undefined || decimals >= 2) return undefined
  const isAmount = value >= 0 && value < TOO_LARGE_FOR_AMOUNT
  const hasMoreDecimals = Math.abs(value * 100 - Math.round(value * 100)) >= 1e-7
  if (!isAmount || hasMoreDecimals) return undefined
  const shown = toShown(value, decimals)
  return Number(shown) === Math.round(value * 100) / 100 ? undefined : shown.slice(0, decimals === 0 ? -3 : -1)
}
