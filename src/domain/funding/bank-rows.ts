// Reads entries of the bank from a csv file: the columns that the user assigns, and the entry of each row. The formats of
// banks differ, so a day or an amount that can be read in several ways is never guessed. Rules: docs/rules/funding.md,
// "Bank statements".
import { m } from '#words/messages.js'
import { listAnd } from '#words/figures.ts'
import { type CalendarDate, textToDate } from '../calendar.ts'
import { type DateOrder, dateOrders, dateReadings, otherFormToDate } from '../files/date-forms.ts'
import { type Cents, cents, decimalToCents, otherFormToAmount, textToCents } from '../money.ts'
import { type FileWords, withClientWords } from '../rows/headings.ts'
import { defineRowType, type RowType } from '../rows/row-type.ts'
import { valueFindings } from '../rows/value-findings.ts'
import { toPlainNumber } from '../texts/clean-text.ts'
import type { BankMovement } from './bank-statements.ts'

export type BankFieldName = 'bookedOn' | 'amount' | 'moneyIn' | 'moneyOut' | 'bankReference' | 'reference'
export type BankRowType = RowType<BankFieldName>

/** The options with which the worker reads a bank's csv file. */
export interface BankRowRules {
  readonly kind: 'bankEntries'
  readonly words?: FileWords
}

/**
 * The row type of a bank's csv file. Its rows are not checked, since their amounts can be negative. `toBankEntries` reads
 * the values.
 */
export const bankRows = (words?: FileWords): BankRowType =>
  defineRowType<BankFieldName>({
    name: 'bankEntries',
    fields: withClientWords(
      [
        { name: 'bookedOn', label: m.funding_bookingDate(), value: 'date', use: 'required', headings: ['bookedOn'] },
        { name: 'amount', label: m.common_amount(), value: 'money', use: 'optional', headings: ['amount'] },
        { name: 'moneyIn', label: m.funding_moneyIn(), value: 'money', use: 'optional', headings: ['moneyIn'] },
        { name: 'moneyOut', label: m.funding_moneyOut(), value: 'money', use: 'optional', headings: ['moneyOut'] },
        {
          name: 'bankReference',
          label: m.funding_bankReference(),
          value: 'text',
          use: 'optional',
          headings: ['bankReference'],
        },
        { name: 'reference', label: m.funding_payersText(), value: 'text', use: 'optional', headings: ['payersText'] },
      ],
      words,
    ),
    findings: valueFindings,
    check: () => [],
    // Without headings, values do not show what a column is, so the user assigns the columns.
    looksLikeRow: () => false,
    // The order of columns differs from bank to bank, so only headings or the user decide it.
    isInOrder: () => false,
  })

export interface CsvEntry extends BankMovement {
  readonly bookedOn: CalendarDate
  readonly bankReference: string
}

export interface BankRow {
  readonly rowNumber: number
  readonly values: Readonly<Record<BankFieldName, string>>
}

export type BankRowsResult =
  | {
      readonly kind: 'entries'
      readonly entries: readonly CsvEntry[]
      /** Rows without any amount, such as a balance brought forward, which are left out. */
      readonly leftOut: number
    }
  /** The dates can be read in these orders, and the user has to say which one is right. */
  | { readonly kind: 'orderNeeded'; readonly orders: readonly DateOrder[]; readonly sample: string }
  | { readonly kind: 'refused'; readonly text: string }

/** The refusal names only the first rows that cannot be read. */
const MAX_NAMED_ROWS = 5

/**
 * Reads the rows as entries.
 * @param currency names of the programme's currency, which can be beside an amount
 */
export function toBankEntries(
  rows: readonly BankRow[],
  {
    order,
    currency = [],
  }: { readonly order?: DateOrder | undefined; readonly currency?: readonly string[] | undefined },
): BankRowsResult {
  const rowsWithAmount = rows.filter(({ values }) =>
    [values.amount, values.moneyIn, values.moneyOut].some((text) => !isBlankOrZero(text)),
  )
  if (rowsWithAmount.length === 0) return { kind: 'refused', text: m.funding_csvNoAmounts() }
  const orders = order === undefined ? possibleOrders(rowsWithAmount) : [order]
  if (orders.length > 1) {
    const dates = rowsWithAmount.map(({ values }) => values.bookedOn)
    const ambiguousDate = dates.find((date) => otherFormToDate(date) === undefined)
    return { kind: 'orderNeeded', orders, sample: ambiguousDate ?? '' }
  }
  const entries: CsvEntry[] = []
  const unreadableRows: number[] = []
  for (const { rowNumber, values } of rowsWithAmount) {
    // If no order fits all dates, only dates that need no order can be read.
    const bookedOn = toDay(values.bookedOn, orders[0])
    const amountCents = toSignedCents(values, currency)
    if (bookedOn === undefined || amountCents === undefined) {
      unreadableRows.push(rowNumber)
      continue
    }
    const bankReference = toSingleSpaces(values.bankReference)
    const reference = toSingleSpaces(values.reference)
    entries.push({ bookedOn, amountCents, bankReference, reference })
  }
  if (unreadableRows.length > 0) {
    const namedRows = listAnd(unreadableRows.slice(0, MAX_NAMED_ROWS).map(String))
    return { kind: 'refused', text: m.funding_csvUnreadable({ count: unreadableRows.length, rows: namedRows }) }
  }
  return { kind: 'entries', entries, leftOut: rows.length - rowsWithAmount.length }
}

const toSingleSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The orders of day, month and year in which all dates of the file can be read. If all of these orders give the same
 * days, returns only one of them, since the choice does not matter.
 */
function possibleOrders(rows: readonly BankRow[]): readonly DateOrder[] {
  const texts = [...new Set(rows.map(({ values }) => values.bookedOn))]
  const fittingOrders = dateOrders.filter((order) => texts.every((text) => fitsOrder(text, order)))
  const readDays = (order: DateOrder) => texts.map((text) => toDay(text, order)).join()
  const hasDifferentDays = new Set(fittingOrders.map(readDays)).size > 1
  return hasDifferentDays ? fittingOrders : fittingOrders.slice(0, 1)
}

/** True if the text can be read in this order. A day with its year first, in words or as a number fits every order. */
function fitsOrder(text: string, order: DateOrder): boolean {
  const readings = dateReadings(text)
  if (readings[order] !== undefined) return true
  const isIndependentOfOrder = Object.keys(readings).every((readingOrder) => readingOrder === 'ymd')
  return isIndependentOfOrder && toDay(text, order) !== undefined
}

function toDay(text: string, order: DateOrder | undefined): CalendarDate | undefined {
  const unambiguousDay = textToDate(text) ?? otherFormToDate(text)
  if (unambiguousDay !== undefined || order === undefined) return unambiguousDay
  return dateReadings(text)[order]
}

/** The amount of a row, negative if money left. Undefined unless exactly one column has an amount that can be read. */
function toSignedCents(
  { amount, moneyIn, moneyOut }: BankRow['values'],
  currency: readonly string[],
): Cents | undefined {
  const filledColumns = [amount, moneyIn, moneyOut].filter((text) => !isBlankOrZero(text))
  if (filledColumns.length !== 1) return undefined
  if (!isBlankOrZero(amount)) return parseSigned(amount, currency)
  if (!isBlankOrZero(moneyIn)) return onlyPositive(parseSigned(moneyIn, currency))
  // Some banks write negative amounts into the column for debits.
  return toNegative(parseSigned(moneyOut, currency))
}

/** True for what banks write into the column that is not used: nothing, a dash or zero. */
function isBlankOrZero(text: string): boolean {
  const trimmed = text.trim()
  return trimmed === '' || /^[-–—]$/.test(trimmed) || /^0*(?:[.,]0*)?$/.test(trimmed)
}

function onlyPositive(value: Cents | undefined): Cents | undefined {
  const isPositive = value !== undefined && value > 0
  return isPositive ? value : undefined
}
const toNegative = (value: Cents | undefined): Cents | undefined =>
  value === undefined ? undefined : cents(-Math.abs(value))

const NEGATIVE_FORMS = [
  // '(50.00)'
  /^\((?<amount>.*)\)$/,
  // '50.00 DR'
  /^(?<amount>.*?)\s*DR\.?$/i,
  // '-50.00', 'S$-50.00'
  /^(?<currency>[^0-9]*)[-−–](?<amount>.*)$/,
  // '50.00-'
  /^(?<amount>.*)[-−–]$/,
]

/** '50.00', '+50.00' and '50.00 CR' are positive. NEGATIVE_FORMS has the forms of negative amounts. */
function parseSigned(text: string, currency: readonly string[]): Cents | undefined {
  const plain = toPlainNumber(text).trim()
  const negativeText = withoutNegativeSign(plain)
  const unsigned = negativeText ?? plain.replace(/\s*CR\.?$/i, '')
  const amount = parseAmount(unsigned.replace(/^\s*\+/, ''), currency)
  if (amount === undefined) return undefined
  const isNegative = negativeText !== undefined
  // Not -amount, which would be -0 for 0.
  return cents(isNegative ? 0 - amount : amount)
}

/** The amount without its sign: '50.00' for '(50.00)'. Undefined if the amount is not negative. */
function withoutNegativeSign(plain: string): string | undefined {
  const match = NEGATIVE_FORMS.map((form) => form.exec(plain)).find((found) => found !== null)
  if (!match) return undefined
  const { currency = '', amount = '' } = match.groups ?? {}
  return currency + amount
}

function parseAmount(text: string, currency: readonly string[]): Cents | undefined {
  const exact = textToCents(text)
  if (typeof exact === 'number') return exact
  const converted = otherFormToAmount(text, currency)
  return converted && decimalToCents(converted.amount)
}
