// Writes csv files that every spreadsheet program opens correctly (RFC 4180): tables that leave the portal, and files that come back
// to it.
import { guardFormula, guardParts } from './guard-formula.ts'
import { isChangedBySpreadsheet } from './kept-texts.ts'

/**
 * The bytes of a csv: UTF-8 with its mark, CRLF, quotes where needed, formulas disarmed, every line with as many fields as
 * the header (missing ones are empty, surplus ones an error, since they would be lost silently).
 */
export function writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toField)
}

/**
 * As writeCsv, for a table that is read elsewhere: each cell loses its first comma, as specified, and a text in
 * `textColumns` (from 0) that a spreadsheet program would change is the formula ="000123". Other columns are amounts,
 * counts and days, which it shall recognise.
 */
export function writeCsvTable(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  textColumns: readonly number[],
): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toTableField(textColumns))
}

/** The lines of writeCsvTable one by one, for a table that is never in memory as a whole; the first begins with the mark. */
export const csvTableLines = (header: readonly string[], textColumns: readonly number[]): CsvLines =>
  linesOf(header, toTableField(textColumns))

export interface CsvLines {
  readonly first: string
  /** Throws a RangeError if there are more fields than the header has. */
  readonly toLine: (fields: readonly string[]) => string
}

/** All columns as texts, with every comma: for texts whose meaning depends on it, such as that of a QR code. */
export function writeCsvTexts(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toTextField)
}

/**
 * As writeCsv, for a file that is corrected and uploaded again: in `textColumns` (from 0), digits and what a spreadsheet
 * program would change are the formula ="9000…", which such a program keeps character by character (it would round a card
 * number to fifteen digits) and our reader takes for the text.
 */
export function writeCsvToUpload(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  textColumns: readonly number[],
): Uint8Array<ArrayBuffer> {
  const kept = new Set(textColumns)
  return writeLines(header, rows, (text, column) =>
    !kept.has(column) ? toField(text) : /^[0-9]+$/.test(text) ? toKeptField(text) : toTextField(text),
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
  first: `\ufeff${toLine(header, header.length, toTextField)}`,
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

function toTableField(textColumns: readonly number[]): WriteField {
  const texts = new Set(textColumns)
  // The comma first: what is behind it can begin a formula.
  return (text, column) => (texts.has(column) ? toTextField : toField)(text.replace(',', ''))
}

/** The field of a text that a spreadsheet program must not change. */
export const keepText = (text: string): string => (isChangedBySpreadsheet(text) ? `="${text}"` : text)

const toTextField = (text: string): string => (isChangedBySpreadsheet(text) ? toKeptField(text) : toField(text))

/**
 * The text as the result of a formula, which a spreadsheet program keeps as it is. The formula has quotation marks, so
 * the field is quoted as RFC 4180 requires: "=""000123""". Excel shows 000123 either way; strict readers refuse it
 * without the quotes.
 */
const toKeptField = (text: string): string => quoteField(`="${text}"`)

const toField = (text: string): string => (PLAIN.test(text) ? text : quoteField(guardParts(guardFormula(text))))

/** A lone empty field would be a blank line; space at the ends would be lost by some readers. */
const quoteField = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * True for most fields: they contain nothing that divides cells, begins a formula, or has to be quoted. One test
 * instead of five.
 */
const PLAIN = /^[A-Za-z0-9](?:[\w .:/*•()-]*[\w.*•)])?$/
