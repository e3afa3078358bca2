// Writes csv files that every spreadsheet program opens correctly (RFC 4180): tables that leave the portal, and files that come back
// to it.
import { guardFormula, guardParts } from './guard-formula.ts'

/**
 * The bytes of a csv: UTF-8 with its mark, CRLF, quotes where needed, formulas disarmed, every line with as many fields as
 * the header (missing ones are empty, surplus ones an error, since they would be lost silently).
 */
export function writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toField)
}

/**
 * As writeCsv, for a table that is read elsewhere: each cell loses its first comma, as specified, and digits that a
 * spreadsheet program would change, with zeros in front or more than 15 of them, are the formula ="000123".
 */
export function writeCsvTable(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toTableField)
}

/** The lines of writeCsvTable one by one, for a table that is never in memory as a whole; the first begins with the mark. */
export const csvTableLines = (header: readonly string[]): CsvLines => linesOf(header, toTableField)

export interface CsvLines {
  readonly first: string
  /** Throws a RangeError if there are more fields than the header has. */
  readonly toLine: (fields: readonly string[]) => string
}

/** As writeCsvTable, with every comma: for texts whose meaning depends on it, such as that of a QR code. */
export function writeCsvTexts(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toKeptDigits)
}

/**
 * As writeCsv, for a file that is corrected and uploaded again: digits in `textColumns` (from 0) are the formula ="9000…",
 * which a spreadsheet program keeps digit by digit (it would round a card number to fifteen) and our reader takes for the digits.
 */
export function writeCsvToUpload(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  textColumns: readonly number[],
): Uint8Array<ArrayBuffer> {
  const kept = new Set(textColumns)
  return writeLines(header, rows, (text, column) =>
    kept.has(column) && /^[0-9]+$/.test(text) ? toKeptField(text) : toField(text),
  )
}

type WriteField = (text: string, column: number) => string

function writeLines(header: readonly string[], rows: Iterable<readonly string[]>, write: WriteField) {
  const { first, toLine } = linesOf(header, write)
  const lines = [first]
  for (const row of rows) lines.push(toLine(row))
  return new TextEncoder().encode(lines.join(''))
}

const linesOf = (header: readonly string[], write: WriteField): CsvLines => ({
  first: `\ufeff${toLine(header, header.length, toField)}`,
  toLine: (fields) => toLine(fields, header.length, write),
})

function toLine(fields: readonly string[], width: number, write: WriteField): string {
  if (fields.length > width) throw new RangeError(`a line of ${fields.length} fields under a header of ${width}`)
  let line = ''
  for (let i = 0; i < width; i++) line += (i === 0 ? '' : ',') + write(fields[i] ?? '', i)
  return `${line}\r\n`
}

/** One line of a csv that is written line by line: its fields as they are, quoted where needed; the caller disarms formulas. */
export const fieldsToLine = (fields: readonly string[]): string => `${fields.map(quoteField).join(',')}\r\n`

// The comma first: what is behind it can begin a formula.
const toTableField = (text: string): string => toKeptDigits(text.replace(',', ''))

const toKeptDigits = (text: string): string => (/^0[0-9]+$|^[0-9]{16,}$/.test(text) ? toKeptField(text) : toField(text))

/**
 * The digits as the result of a formula, which a spreadsheet program keeps as text. The formula has quotation marks, so
 * the field is quoted as RFC 4180 requires: "=""000123""". Excel shows 000123 either way; strict readers refuse it
 * without the quotes.
 */
const toKeptField = (digits: string): string => quoteField(`="${digits}"`)

const toField = (text: string): string => (PLAIN.test(text) ? text : quoteField(guardParts(guardFormula(text))))

/** A lone empty field would be a blank line; space at the ends would be lost by some readers. */
const quoteField = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * True for most fields: they contain nothing that divides cells, begins a formula, or has to be quoted. One test
 * instead of five.
 */
const PLAIN = /^[A-Za-z0-9](?:[\w .:/*•()-]*[\w.*•)])?$/
