// Divides the text of a csv into records, as spreadsheet programs and Python do. A quotation mark counts only at the
// beginning of a field, and text after the closing mark belongs to the field. If the lines of a quoted field look like
// rows of the table, a mark was probably forgotten. The lines are then read one by one.
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
  /** The index of the first character of the record. */
  readonly start: number
  /** The index of the line end after the record, or the length of the text. */
  readonly end: number
  /** The fields with line ends in them. */
  readonly longFields: readonly LongField[]
}

interface LongField {
  readonly lines: readonly string[]
  /** The number of fields before this field in the record. */
  readonly fieldsBefore: number
  /** True if text follows the closing mark, which may therefore have been meant as an opening mark. */
  readonly isFollowedByText: boolean
  /** True if the closing mark is where a field can begin, and may therefore have been meant as an opening mark. */
  readonly endsAtFieldStart: boolean
  /** True if the field has doubled quotation marks, which only programs write. */
  readonly hasDoubledQuotes: boolean
}

/** A quoted field with more line ends counts as not closed. */
const MAX_LINE_ENDS = 50
/** If a line ends with this number of separators, they belong to columns that are empty but formatted. */
const MAX_TRAILING = 256

/** @param options.isPart true if the text is only the beginning of a file, whose last record is incomplete and left out */
export function splitCsv(text: string, delimiter: Delimiter, { isPart }: { readonly isPart: boolean }): SplitCsv {
  const csvRecords: CsvRecord[] = []
  let start = 0
  while (start < text.length) {
    const record = readRecord(text, start, delimiter)
    const canBeIncomplete = isPart && record.end === text.length
    if (canBeIncomplete) break
    csvRecords.push(record)
    start = record.end + 1
  }
  const separatorCount = usualSeparatorCount(csvRecords)
  const records: string[][] = []
  let lines = 0
  let linesInCells = 0
  for (const record of csvRecords) {
    const continuedLines = record.longFields.reduce((sum, field) => sum + field.lines.length - 1, 0)
    lines += 1 + continuedLines
    const containsRows = record.longFields.some((field) => hasRows(field, separatorCount, delimiter))
    if (containsRows) {
      const recordLines = text.slice(record.start, record.end).split('\n')
      for (const line of recordLines) records.push(splitLine(line, delimiter))
    } else {
      linesInCells += continuedLines
      records.push(record.fields)
    }
  }
  return { records, lines, linesInCells }
}

function readRecord(text: string, start: number, delimiter: Delimiter): CsvRecord {
  const lineEnd = indexOrEnd(text, '\n', start)
  const line = text.slice(start, lineEnd)
  const undivided = { fields: [line], start, end: lineEnd, longFields: [] }
  if (!line.includes('"')) return { ...undivided, fields: withoutEmptyColumns(line, delimiter).split(delimiter) }
  const fields: string[] = []
  const longFields: LongField[] = []
  let fieldStart = start
  for (;;) {
    const firstCharacter = skipSpaces(text, fieldStart)
    const isQuoted = text[firstCharacter] === '"'
    const closingMark = isQuoted ? closingQuote(text, firstCharacter) : undefined
    if (closingMark === NOT_CLOSED) return undivided
    const searchFrom = closingMark ?? firstCharacter
    const fieldEnd = Math.min(indexOrEnd(text, delimiter, searchFrom), indexOrEnd(text, '\n', searchFrom))
    if (closingMark === undefined) {
      fields.push(text.slice(fieldStart, fieldEnd))
    } else {
      const content = text.slice(firstCharacter + 1, closingMark)
      const rest = text.slice(closingMark + 1, fieldEnd)
      const isFollowedByText = rest.trim() !== ''
      if (content.includes('\n')) {
        longFields.push({
          lines: content.split('\n'),
          fieldsBefore: fields.length,
          isFollowedByText,
          endsAtFieldStart: content.endsWith('\n') || content.endsWith(delimiter),
          hasDoubledQuotes: content.includes('""'),
        })
      }
      const plainContent = content.replaceAll('""', '"')
      fields.push(isFollowedByText ? plainContent + rest : plainContent)
    }
    const isLastField = text[fieldEnd] !== delimiter
    if (isLastField) return { fields, start, end: fieldEnd, longFields }
    fieldStart = fieldEnd + 1
  }
}

/** True if the lines of a quoted field are probably rows of the table. */
function hasRows(field: LongField, separatorCount: number, delimiter: Delimiter): boolean {
  if (field.isFollowedByText) return true
  if (field.hasDoubledQuotes || separatorCount === 0) return false
  const counts = field.lines.map((line) => line.split(delimiter).length - 1)
  const isAnyLineRow = counts.some((count) => count >= separatorCount)
  if (isAnyLineRow) return true
  // Both marks may be the opening marks of fields in two rows. The field then begins with the rest of the first row,
  // and ends with the beginning of the last row.
  const [firstCount = 0] = counts
  const lastCount = counts.at(-1) ?? 0
  const beginsWithRest = firstCount >= separatorCount - field.fieldsBefore
  const endsWithBeginning = lastCount >= field.fieldsBefore
  return field.endsAtFieldStart && beginsWithRest && endsWithBeginning
}

/** The fields of a single line. A line with a quotation mark that is not closed is not divided. */
function splitLine(line: string, delimiter: Delimiter): string[] {
  const markCount = line.split('"').length - 1
  const areMarksPaired = markCount % 2 === 0
  return areMarksPaired ? readRecord(line, 0, delimiter).fields : [line]
}

/** The most frequent number of separators in a record. */
function usualSeparatorCount(records: readonly CsvRecord[]): number {
  // Only needed to judge fields with line ends, which few files have.
  const hasLongFields = records.some(({ longFields }) => longFields.length > 0)
  return hasLongFields ? mostFrequent(records.map(({ fields }) => fields.length - 1)).number : 0
}

const NOT_CLOSED = -1

/** The index of the mark that closes the field, or `NOT_CLOSED`. */
function closingQuote(text: string, openingMark: number): number {
  let mark = text.indexOf('"', openingMark + 1)
  // A doubled mark is part of the text.
  while (mark !== -1 && text[mark + 1] === '"') mark = text.indexOf('"', mark + 2)
  if (mark === -1) return NOT_CLOSED
  const maxLines = MAX_LINE_ENDS + 1
  // Counts only as many lines as needed.
  const lineCount = text.slice(openingMark, mark).split('\n', maxLines + 1).length
  return lineCount > maxLines ? NOT_CLOSED : mark
}

/**
 * If a sheet has each row in a single column, a spreadsheet program saves each line as one quoted field: '"4111…,5"'.
 * Returns the lines of such a file without their quotes. Undefined if a line with a separator is not quoted.
 */
export function unwrapLines(text: string): string | undefined {
  const firstSeparator = text.search(DELIMITER)
  if (firstSeparator === -1) return undefined
  // In nearly all files, the first line with a separator shows that the file is not of this kind.
  const start = text.lastIndexOf('\n', firstSeparator) + 1
  const firstLine = text.slice(start, indexOrEnd(text, '\n', start))
  if (unwrapLine(firstLine) === undefined) return undefined
  const unwrappedLines: string[] = []
  for (const line of text.split('\n')) {
    const inner = unwrapLine(line)
    const hasSeparator = DELIMITER.test(line.replace(TRAILING, ''))
    if (inner === undefined && hasSeparator) return undefined
    unwrappedLines.push(inner ?? line)
  }
  return unwrappedLines.join('\n')
}

/** The text of a line that is one quoted field with a separator in it. Undefined for any other line. */
function unwrapLine(line: string): string | undefined {
  const field = line.replace(TRAILING, '').trimStart()
  const isQuoted = field.length >= 2 && field.startsWith('"') && field.endsWith('"')
  if (!isQuoted) return undefined
  const inner = field.slice(1, -1)
  const isOneField = !inner.replaceAll('""', '').includes('"')
  const hasSeparator = DELIMITER.test(inner)
  return isOneField && hasSeparator ? inner.replaceAll('""', '"') : undefined
}

const TRAILING = /[\s,;|]+$/

function withoutEmptyColumns(line: string, delimiter: Delimiter): string {
  // The first test is faster, and true for few lines.
  const hasEmptyColumns = line.endsWith(delimiter) && line.endsWith(delimiter.repeat(MAX_TRAILING))
  if (!hasEmptyColumns) return line
  let end = line.length
  while (line[end - 1] === delimiter) end -= 1
  return line.slice(0, end)
}

export const toPlainLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

/** The index of the next `searched` from `from` on. The length of the text if there is none. */
function indexOrEnd(text: string, searched: string, from: number): number {
  const at = text.indexOf(searched, from)
  return at === -1 ? text.length : at
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}
