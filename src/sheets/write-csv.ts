// Writes csv files that every spreadsheet program opens correctly (RFC 4180): exported tables, and files that will be
// uploaded again.
import { withoutDirectionMarks } from './direction-marks.ts'
import { guardFormula, guardParts } from './guard-formula.ts'
import { isChangedBySpreadsheet } from './changed-by-spreadsheet.ts'

/**
 * The bytes of a csv: UTF-8 with a byte order mark, CRLF, quotes where needed, formulas disarmed. Every line has as
 * many fields as the header: missing fields are empty, and surplus fields throw, since they would be lost silently.
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
 * The lines of writeCsvTable one by one, for a table too large for memory. The first line begins with the byte order
 * mark.
 */
export const csvTableLines = (header: readonly string[], options: CsvTableOptions): CsvLines =>
  toLines(header, toTableField(options))

export interface CsvLines {
  readonly first: string
  /** Throws a RangeError if there are more fields than the header has. */
  readonly toLine: (fields: readonly string[]) => string
}

/** Writes all columns as texts and keeps every comma, for texts that must not change, such as the text of a QR code. */
export function writeCsvTexts(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  return writeLines(header, rows, toTextField)
}

/**
 * Like writeCsv, for a file that is corrected and uploaded again. In `textColumns` (from 0), digits and other texts
 * that a spreadsheet program would change become the formula ="9000…". The program shows it unchanged (it would round a
 * card number to fifteen digits), and our reader reads it as the text.
 */
export function writeCsvForUpload(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  textColumns: readonly number[],
): Uint8Array<ArrayBuffer> {
  const textOnly = new Set(textColumns)
  return writeLines(header, rows, (text, column) => {
    if (!textOnly.has(column)) return toField(text)
    return /^[0-9]+$/.test(text) ? toGuardedField(text) : toTextField(text)
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
  for (let i = 0; i < width; i++) line += (i === 0 ? '' : ',') + write(withoutDirectionMarks(fields[i] ?? ''), i)
  return `${line}\r\n`
}

/** One line of a csv, with its fields quoted where needed. The caller disarms formulas. */
export const fieldsToLine = (fields: readonly string[]): string => `${fields.map(quoteField).join(',')}\r\n`

function toTableField({ textColumns, dropsFirstComma }: CsvTableOptions): WriteField {
  const texts = new Set(textColumns)
  return (text, column) => {
    // Remove the comma first: the text after it can begin a formula.
    const written = dropsFirstComma ? text.replace(',', '') : text
    return texts.has(column) ? toTextField(written) : toField(written)
  }
}

/** The text as a formula if a spreadsheet program would change it. */
export const protectText = (text: string): string => (isChangedBySpreadsheet(text) ? `="${text}"` : text)

const toTextField = (text: string): string => (isChangedBySpreadsheet(text) ? toGuardedField(text) : toField(text))

/**
 * The text as the result of a formula, which a spreadsheet program does not change. The formula has quotation marks, so
 * the field is quoted as RFC 4180 requires: "=""000123""". Excel also reads the formula without these quotes, but
 * strict readers refuse it.
 */
const toGuardedField = (text: string): string => quoteField(`="${text}"`)

const toField = (text: string): string => (PLAIN.test(text) ? text : quoteField(guardParts(guardFormula(text))))

/** Spaces at the ends of a field are quoted too, because some readers would drop them. */
const quoteField = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Matches most fields: they contain nothing that divides cells, begins a formula, or has to be quoted. This test is
 * faster than a test for each of these cases.
 */
const PLAIN = /^[A-Za-z0-9](?:[\w .:/*•()-]*[\w.*•)])?$/
