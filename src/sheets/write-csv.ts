// Writes csv files that every spreadsheet program opens correctly (RFC 4180): exported tables, and files that will be
// uploaded again.
import { withoutDirectionMarks } from './direction-marks.ts'
import { guardFormula, guardParts } from './guard-formula.ts'
import { isChangedBySpreadsheet } from './changed-by-spreadsheet.ts'

/**
 * The bytes of a csv: UTF-8 with a byte order mark, CRLF, quotes where needed, formulas disarmed. Every line has as
 * many fields as the header. Missing fields are empty. Throws a RangeError if a row has more fields, which would
 * otherwise be lost.
 */
export function writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toField)
}

export interface CsvTableOptions {
  /** Columns (from 0) whose texts a spreadsheet program must not change. The others are amounts, counts and days. */
  readonly textColumns: readonly number[]
  /** True for the files whose cells lose their first comma: docs/rules/files.md, "csv files of lists and reports". */
  readonly dropsFirstComma: boolean
}

/**
 * Like writeCsv, for an exported table. A text in `textColumns` that a spreadsheet program would change becomes the
 * formula ="000123".
 */
export function writeCsvTable(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  options: CsvTableOptions,
): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toTableField(options))
}

/**
 * The lines that writeCsvTable writes, one by one, for a table that is too large for memory. The first line begins with
 * the byte order mark.
 */
export const csvTableLines = (header: readonly string[], options: CsvTableOptions): CsvLines =>
  toLines(header, toTableField(options))

export interface CsvLines {
  readonly first: string
  /** Throws a RangeError if there are more fields than the header has. */
  readonly toLine: (fields: readonly string[]) => string
}

/** Like writeCsv, but no spreadsheet program may change any text. For texts such as the content of a QR code. */
export function writeCsvTexts(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toTextField)
}

/**
 * Like writeCsv, for a file that is corrected and uploaded again. A spreadsheet program would change some texts: it
 * would round a card number to fifteen digits. In `textColumns` (from 0), digits and such texts therefore become the
 * formula ="9000…", which the program shows unchanged. Our reader reads the formula as the text.
 */
export function writeCsvForUpload(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  textColumns: readonly number[],
): Uint8Array<ArrayBuffer> {
  const textColumnSet = new Set(textColumns)
  return writeLines(header, rows, (text, column) => {
    if (!textColumnSet.has(column)) return toField(text)
    return /^[0-9]+$/.test(text) ? toFormulaField(text) : toTextField(text)
  })
}

type WriteField = (text: string, column: number) => string

function writeLines(header: readonly string[], rows: Iterable<readonly string[]>, write: WriteField) {
  const { first, toLine } = toLines(header, write)
  const lines = [first]
  for (const row of rows) lines.push(toLine(row))
  return new TextEncoder().encode(lines.join(''))
}

const toLines = (header: readonly string[], write: WriteField): CsvLines => ({
  first: `\ufeff${toLine(header, header.length, toTextField)}`,
  toLine: (fields) => toLine(fields, header.length, write),
})

function toLine(fields: readonly string[], width: number, write: WriteField): string {
  if (fields.length > width) throw new RangeError(`a line of ${fields.length} fields under a header of ${width}`)
  let line = ''
  for (let column = 0; column < width; column += 1) {
    if (column > 0) line += ','
    line += write(withoutDirectionMarks(fields[column] ?? ''), column)
  }
  return `${line}\r\n`
}

/** One line of a csv, with its fields quoted where needed. The caller disarms formulas. */
export const fieldsToLine = (fields: readonly string[]): string => `${fields.map(quoteField).join(',')}\r\n`

function toTableField({ textColumns, dropsFirstComma }: CsvTableOptions): WriteField {
  const textColumnSet = new Set(textColumns)
  return (text, column) => {
    // The comma is removed before formulas are disarmed, because the text without the comma may be a formula.
    const writtenText = dropsFirstComma ? text.replace(',', '') : text
    return textColumnSet.has(column) ? toTextField(writtenText) : toField(writtenText)
  }
}

/** The text as a formula if a spreadsheet program would change it. */
export const protectText = (text: string): string => (isChangedBySpreadsheet(text) ? `="${text}"` : text)

const toTextField = (text: string): string => (isChangedBySpreadsheet(text) ? toFormulaField(text) : toField(text))

/**
 * The text as the result of a formula, which a spreadsheet program does not change. The formula contains quotation
 * marks, so RFC 4180 requires that the field is quoted: "=""000123""". Excel would also read the formula without these
 * quotes, but strict readers would refuse it.
 */
const toFormulaField = (text: string): string => quoteField(`="${text}"`)

const toField = (text: string): string => (PLAIN_FIELD.test(text) ? text : quoteField(guardParts(guardFormula(text))))

function quoteField(text: string): string {
  // Some readers would drop spaces at the ends of a field without quotes.
  const needsQuotes = /[",\r\n]|^\s|\s$/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Matches most fields. Such a field contains nothing that divides cells, begins a formula, or has to be quoted. One test for all
 * this is faster than several.
 */
const PLAIN_FIELD = /^[A-Za-z0-9](?:[\w .:/*•()-]*[\w.*•)])?$/
