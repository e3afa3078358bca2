// Divides the text of a csv into records, as spreadsheet programs and Python do: a quotation mark counts only at the
// beginning of a field, and text after its closing mark belongs to the field. A quoted field whose lines are themselves
// rows of the table was not meant as one field, so its lines are read one by one.
import { type Delimiter, DELIMITER, mostFrequent } from './delimiter.ts'

export interface SplitCsv {
  /** A line that cannot be divided is a record of one field. */
  readonly records: string[][]
  /** The number of lines in the text. */
  readonly lines: number
  /** The number of lines that continue a quoted field of an earlier line. */
  readonly linesInCells: number
}

interface CsvRecord {
  readonly fields: string[]
  readonly start: number
  /** The index of the line end after the record, or the length of the text. */
  readonly end: number
  /** The fields over several lines. */
  readonly longFields: readonly LongField[]
}

interface LongField {
  readonly lines: readonly string[]
  /** The number of fields before it. */
  readonly before: number
  /** True if text follows the closing quotation mark, so that it may have been meant as an opening one. */
  readonly isFollowedByText: boolean
  /** True if the closing mark is at the beginning of a field, so that it may have been meant as an opening one. */
  readonly endsAtFieldStart: boolean
  /** True if the field has doubled quotation marks, which only programs write. */
  readonly hasDoubledQuotes: boolean
}

/** A quoted field with more line ends is not closed. */
const MAX_LINE_ENDS = 50
/** More separators than this at the end of a line belong to empty formatted columns. */
const MAX_TRAILING = 256

/** `isPart`: the text is only the beginning of a file, so its last, incomplete record is left out. */
export function splitCsv(text: string, delimiter: Delimiter, { isPart }: { readonly isPart: boolean }): SplitCsv {
  const records: CsvRecord[] = []
  let start = 0
  for (; start < text.length; start = (records.at(-1)?.end ?? start) + 1) {
    const record = readRecord(text, start, delimiter)
    if (isPart && record.end === text.length) break
    records.push(record)
  }
  const separators = usualSeparators(records)
  let lines = 0
  let linesInCells = 0
  const fields = records.flatMap((record) => {
    const more = record.longFields.reduce((sum, field) => sum + field.lines.length - 1, 0)
    lines += 1 + more
    if (record.longFields.some((field) => hasRows(field, separators, delimiter)))
      return text
        .slice(record.start, record.end)
        .split('\n')
        .map((line) => splitLine(line, delimiter))
    linesInCells += more
    return [record.fields]
  })
  return { records: fields, lines, linesInCells }
}

function readRecord(text: string, start: number, delimiter: Delimiter): CsvRecord {
  const lineEnd = endOf(text, '\n', start)
  const line = text.slice(start, lineEnd)
  const undivided = { fields: [line], start, end: lineEnd, longFields: [] }
  if (!line.includes('"')) return { ...undivided, fields: withoutEmptyColumns(line, delimiter).split(delimiter) }
  const fields: string[] = []
  const longFields: LongField[] = []
  for (let at = start; ; at += 1) {
    const open = skipSpaces(text, at)
    let close = open
    if (text[open] === '"') {
      close = closingQuote(text, open)
      if (close === -1) return undivided
    }
    const end = Math.min(endOf(text, delimiter, close), endOf(text, '\n', close))
    if (close === open) fields.push(text.slice(at, end))
    else {
      const content = text.slice(open + 1, close)
      const rest = text.slice(close + 1, end)
      if (content.includes('\n'))
        longFields.push({
          lines: content.split('\n'),
          before: fields.length,
          isFollowedByText: rest.trim() !== '',
          endsAtFieldStart: content.endsWith('\n') || content.endsWith(delimiter),
          hasDoubledQuotes: content.includes('""'),
        })
      fields.push(content.replaceAll('""', '"') + (rest.trim() === '' ? '' : rest))
    }
    if (text[end] !== delimiter) return { fields, start, end, longFields }
    at = end
  }
}

/** True if the lines of a quoted field have as many separators as the records of the file. */
function hasRows(field: LongField, separators: number, delimiter: Delimiter): boolean {
  if (field.isFollowedByText) return true
  if (field.hasDoubledQuotes || separators === 0) return false
  const counts = field.lines.map((line) => line.split(delimiter).length - 1)
  const [first = 0, last = 0] = [counts[0], counts.at(-1)]
  const isBetweenOpeningMarks = field.endsAtFieldStart && first >= separators - field.before && last >= field.before
  return isBetweenOpeningMarks || counts.some((count) => count >= separators)
}

/** The fields of a single line. A line with a quotation mark that it does not close is not divided. */
function splitLine(line: string, delimiter: Delimiter): string[] {
  const isDivisible = (line.split('"').length - 1) % 2 === 0
  return isDivisible ? readRecord(line, 0, delimiter).fields : [line]
}

/** The most frequent number of separators in a record. */
function usualSeparators(records: readonly CsvRecord[]): number {
  // Only needed to judge fields over several lines, which few files have.
  const hasLongFields = records.some(({ longFields }) => longFields.length > 0)
  return hasLongFields ? mostFrequent(records.map(({ fields }) => fields.length - 1)).number : 0
}

/** The index of the mark that closes the field; -1 if none does. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] === '"') continue
    return text.slice(open, at).split('\n', MAX_LINE_ENDS + 2).length > MAX_LINE_ENDS + 1 ? -1 : at
  }
  return -1
}

/**
 * The lines without the quotes around them, if every line with a separator is quoted as a whole ('"4111…,5"'). A
 * spreadsheet program saves such lines if each row is in a single column. Undefined for any other file.
 */
export function unwrapLines(text: string): string | undefined {
  const firstSeparator = text.search(DELIMITER)
  const start = text.lastIndexOf('\n', firstSeparator) + 1
  if (firstSeparator === -1 || unwrapLine(text.slice(start, endOf(text, '\n', start))) === undefined) return undefined
  const plain: string[] = []
  for (const line of text.split('\n')) {
    const inner = unwrapLine(line)
    if (inner === undefined && DELIMITER.test(line.replace(TRAILING, ''))) return undefined
    plain.push(inner ?? line)
  }
  return plain.join('\n')
}

/** The text of a line that is one quoted field with a separator in it; undefined for any other line. */
function unwrapLine(line: string): string | undefined {
  const field = line.replace(TRAILING, '').trimStart()
  if (field.length < 2 || !field.startsWith('"') || !field.endsWith('"')) return undefined
  const inner = field.slice(1, -1)
  if (inner.replaceAll('""', '').includes('"') || !DELIMITER.test(inner)) return undefined
  return inner.replaceAll('""', '"')
}

const TRAILING = /[\s,;|]+$/

function withoutEmptyColumns(line: string, delimiter: Delimiter): string {
  if (!line.endsWith(delimiter) || !line.endsWith(delimiter.repeat(MAX_TRAILING))) return line
  let end = line.length
  while (line[end - 1] === delimiter) end -= 1
  return line.slice(0, end)
}

export const toPlainLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

function endOf(text: string, searched: string, from: number): number {
  const at = text.indexOf(searched, from)
  return at === -1 ? text.length : at
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}
