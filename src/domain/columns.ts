// Defines columns and the formats of their values as data, so that screen, csv, xlsx and pdf show a value in the same
// way. For a new format, add a member to Format: the compiler then points to all code that has to handle it.
import { m } from '#words/messages.js'
import { groupDigits, maskPan } from './cards/identifiers.ts'
import { type CalendarDate, dateToShortText, monthToText, textToDate } from './calendar.ts'
import { addDays, daysBetween } from './dates.ts'
import { dateAndTime, instantToIso, instantToLocal, instantToText, type Zone } from './instants.ts'
import { type Cents, centsToText, centsToDecimal, decimalToCents, groupThousands } from './money.ts'
import { compareTexts, compareTextsWithNumbers, decimal } from '#words/figures.ts'

export type Format =
  | 'text'
  | 'amount'
  | 'count'
  | 'date'
  /** 'yyyy-mm' */
  | 'month'
  | 'instant'
  /** A card number: always masked (first six, last four). */
  | 'pan'
  /** A tracking number or another identifier of digits, which must not be treated as a number. */
  | 'identifier'
  /** Digits that are neither a quantity nor a card: an authorisation, merchant or batch number. Never grouped. */
  | 'code'
  /** A text that stays on one line, such as a state or an order number. */
  | 'shortText'
  | 'yesNo'

/** One field of a row: its name in the API, its label, and its format. */
export interface Column<Row> {
  readonly key: keyof Row & string
  readonly label: string
  /** The full form of a shortened label, for screen readers and as a tooltip. */
  readonly fullLabel?: string
  readonly format: Format
  /** Width in a workbook, in characters; by default as wide as its longest cell. */
  readonly width?: number
  /** The only medium that shows the column; all media by default. */
  readonly onlyOn?: 'screen' | 'files'
  /** Hidden in a table that is too narrow for all columns. A phone shows rows as cards, which include the column. */
  readonly wideOnly?: true
}

/** The columns of a screen or of an export, in order. */
export const columnsOn = <Row>(columns: readonly Column<Row>[], medium: 'screen' | 'files'): readonly Column<Row>[] =>
  columns.filter(({ onlyOn }) => onlyOn === undefined || onlyOn === medium)

/** True for a format of numbers, which are right-aligned and sorted by size. */
export const isNumeric = (format: Format): boolean => format === 'amount' || format === 'count'

/** The forms in which the API returns a yes. */
const YES_VALUES: ReadonlySet<unknown> = new Set([true, 1, '1', 'Y'])

/**
 * A value in the format for users; '' for a missing value. Amounts are Cents or the API's "1250.00", dates 'yyyy-mm-dd',
 * instants ISO 8601 UTC. A value in any other form is shown unchanged, since hiding it would help no one.
 */
export function valueToText(value: unknown, format: Format, zone: Zone): string {
  const text = toText(value)
  if (text === '') return ''
  switch (format) {
    case 'text':
    case 'code':
    case 'shortText':
      return text
    case 'amount': {
      const amount = typeof value === 'number' ? (value as Cents) : decimalToCents(text)
      return amount === undefined ? text : centsToText(amount)
    }
    case 'count':
      return groupThousands(text)
    case 'date': {
      const date = textToDate(text)
      return date === undefined ? text : dateToShortText(date)
    }
    case 'month':
      return monthToText(text)
    case 'instant':
      return instantToText(text, zone)
    case 'pan':
      return groupDigits(maskPan(text))
    case 'identifier':
      return groupDigits(text)
    case 'yesNo':
      return YES_VALUES.has(value) ? m.common_yes() : m.common_no()
  }
}

/**
 * A value in a csv for other programs. Amounts and counts are plain numbers. Identifiers have no groups. Dates and times
 * are in ISO 8601, so that they sort. Card numbers are masked. All other values are in the format for users.
 */
export function valueToExport(value: unknown, format: Format, zone: Zone): string {
  const text = toText(value)
  switch (format) {
    case 'count':
    case 'code':
    case 'identifier':
    case 'date':
    case 'month':
      return text
    case 'instant':
      return instantToIso(text, zone)
    case 'amount':
      return typeof value === 'number' ? centsToDecimal(value as Cents) : text
    case 'pan':
      return maskPan(text)
    default:
      return valueToText(value, format, zone)
  }
}

/** A cell of a workbook. A number is a count. */
export type Cell =
  | string
  | number
  | { readonly amountCents: number }
  /** A day, with its time as a fraction: days since 1899-12-30, in the programme's time zone. */
  | { readonly serial: number; readonly withTime: boolean }

/** A value as a cell of a workbook. A value in an unexpected form and a day before March 1900 become texts. */
export function valueToCell(value: unknown, format: Format, zone: Zone): Cell {
  const text = toText(value)
  if (text === '') return ''
  switch (format) {
    case 'amount': {
      const amountCents = typeof value === 'number' ? value : decimalToCents(text)
      return amountCents === undefined ? text : { amountCents }
    }
    case 'count':
      return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
    case 'date': {
      const serial = toSerial({ date: textToDate(text), minutes: 0 })
      return serial === undefined ? valueToText(value, format, zone) : { serial, withTime: false }
    }
    case 'instant': {
      const serial = toSerial(instantToLocal(text, zone))
      return serial === undefined ? valueToText(value, format, zone) : { serial, withTime: true }
    }
    case 'identifier':
    case 'code':
    case 'month':
      return text
    case 'pan':
      return maskPan(text)
    default:
      return valueToText(value, format, zone)
  }
}

/** A cell as a spreadsheet program shows it, in the formats of our screens. */
export function cellToText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return decimal(cell)
  if ('amountCents' in cell) return centsToText(cell.amountCents as Cents)
  const day = Math.floor(cell.serial)
  const minutes = Math.round((cell.serial - day) * MINUTES_PER_DAY)
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  const date = dateToShortText(addDays(SERIAL_EPOCH, day))
  return cell.withTime ? dateAndTime(date, time) : date
}

const MINUTES_PER_DAY = 1440
const SERIAL_EPOCH = '1899-12-30' as CalendarDate
/**
 * Most spreadsheet programs count 29 February 1900, which did not exist, as day 60. Only later days have the same number
 * in every program.
 */
const LAST_WRONG_SERIAL = 60

/** The number of a day in every spreadsheet program. Undefined for a day that has different numbers. */
function toSerial(
  local: { readonly date: CalendarDate | undefined; readonly minutes: number } | undefined,
): number | undefined {
  if (local?.date === undefined) return undefined
  const serial = daysBetween(SERIAL_EPOCH, local.date) + local.minutes / MINUTES_PER_DAY
  return serial > LAST_WRONG_SERIAL ? serial : undefined
}

/** Sort order of two values of one column: amounts and counts by size, the rest as text. Texts sort 2 before 10. */
export function compareValues(a: unknown, b: unknown, format: Format): number {
  if (isNumeric(format)) return toNumber(a, format) - toNumber(b, format)
  const hasNumbersInText = format === 'text' || format === 'shortText'
  const compare = hasNumbersInText ? compareTextsWithNumbers : compareTexts
  return compare(toText(a), toText(b))
}

function toNumber(value: unknown, format: Format): number {
  if (typeof value === 'number') return value
  // A missing value comes before all numbers.
  if (value === undefined || value === null || value === '') return Number.NEGATIVE_INFINITY
  return format === 'amount' ? (decimalToCents(toText(value)) ?? 0) : Number(value)
}

// A cell is a text, a number or a boolean. Any other value is a bug, which the screen shows rather than hides.
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value)
}
