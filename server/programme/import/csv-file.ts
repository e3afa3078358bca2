// Reads a csv file of any size for an import, in chunks, and finds the columns by their headings. Refuses a file that is
// not text or was cut, that has a quotation mark without its end, or whose headings are missing or unknown.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { countToText } from '../counts-and-durations.ts'
import { plainHeading } from '#domain/rows/headings.ts'
import { CsvError, createCsvChunks, type CsvChunks, type CsvRecord } from '#sheets/csv-chunks.ts'
import { type Delimiter, findDelimiter } from '#sheets/delimiter.ts'
import { formulaToText } from '#sheets/read-csv.ts'
import { CommandError } from '../command.ts'

export interface CsvColumn {
  readonly key: string
  readonly heading: string
  readonly isRequired?: true
}

/** The columns that a file can have. */
export interface CsvColumns {
  /** The columns with a fixed heading. */
  readonly fixed: readonly CsvColumn[]
  /** True if the file can have columns for tags, whose heading is 'Tag' and the tag's name. */
  readonly hasTags?: true
}

export interface CsvFile {
  /** The file's name in messages. */
  readonly name: string
  /** The number of bytes. */
  readonly size: number
  /** The key of each column: the key of a fixed column, 'tag:NAME', or IGNORED_COLUMN. */
  readonly keys: readonly string[]
  readonly headings: readonly string[]
  /**
   * The records in chunks of a few thousand, each with the number of bytes that were read for it. Throws a CommandError
   * if the rest of the file cannot be read.
   */
  readonly chunks: () => AsyncGenerator<{ readonly records: readonly CsvRecord[]; readonly bytes: number }>
}

/** The key of a column that is ignored. */
const IGNORED_COLUMN = ''
/**
 * The first columns of the file that `--refused FILE` writes, before the columns of the imported file. They are ignored
 * when the corrected file is imported.
 */
export const REFUSED_HEADINGS = ['Line', 'Reason'] as const

/**
 * Opens a UTF-8 file, with commas, semicolons or tabs, and any type of line ends. Lines that begin with # are comments.
 * `rowCount` is the expected number of rows. Without `rowCount`, the comment `# rows: 12` can give this number. A file
 * with another number of rows is refused.
 */
export async function openCsv(path: string, columns: CsvColumns, rowCount?: number): Promise<CsvFile> {
  const name = basename(path)
  const size = await readSize(path, name)
  const { headings, delimiter } = await readHead(path, name)
  const keys = headingsToKeys(name, headings, columns)
  const options = { path, name, delimiter, columnCount: headings.length, rowCount }
  return { name, size, keys, headings, chunks: () => readChunks(options) }
}

async function readSize(path: string, name: string): Promise<number> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${name} cannot be read (${error.code ?? 'unknown'}).`,
    )
  })
  if (!file.isFile()) throw new CommandError(`${path} is not a file.`)
  return file.size
}

/** The number of bytes that are read at once. */
const BYTES_PER_READ = 1 << 20

interface TextChunk {
  readonly text: string
  /** The number of bytes that were read for the chunk. */
  readonly bytes: number
  readonly isLast: boolean
}

/** Reads the text chunk by chunk. Throws a CommandError if the bytes are not UTF-8. */
async function* readText(path: string, name: string): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new CommandError(`${name} is not UTF-8 text: save it as CSV UTF-8.`)
    }
  }
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: BYTES_PER_READ }) as AsyncIterable<Buffer>)
      yield { text: decode(chunk), bytes: chunk.length, isLast: false }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
  // Without bytes, the decoder checks that the text does not end within a character.
  yield { text: decode(), bytes: 0, isLast: true }
}

/** Maximum number of characters up to the end of the heading line. */
const MAX_HEADING_LENGTH = 1 << 20

interface Head {
  readonly headings: readonly string[]
  readonly delimiter: Delimiter
}

/** Reads the headings: the first line that is neither blank nor a comment. */
async function readHead(path: string, name: string): Promise<Head> {
  let text = ''
  for await (const chunk of readText(path, name)) {
    text += chunk.text
    const headingLine = findHeadingLine(text, { isWholeFile: chunk.isLast })
    if (headingLine) return lineToHead(text.slice(headingLine.from, headingLine.to))
    if (text.length > MAX_HEADING_LENGTH) break
  }
  throw new CommandError(`${name} has no line of headings.`)
}

/** CRLF, CR or LF. */
const LINE_END = /\r\n?|\n/

/**
 * The position of the line of headings in the text, and its line number. Undefined if the text does not contain the
 * whole line.
 */
function findHeadingLine(
  text: string,
  { isWholeFile }: { readonly isWholeFile: boolean },
): { from: number; to: number; lineNumber: number } | undefined {
  let from = 0
  for (let lineNumber = 1; from < text.length; lineNumber += 1) {
    // A longer line counts as incomplete, so that `readHead` refuses the file.
    const lineEnd = LINE_END.exec(text.slice(from, from + MAX_HEADING_LENGTH))
    const to = lineEnd ? from + lineEnd.index : text.length
    // A CR at the end of the text can be the first half of the line end CRLF.
    const isHalfRead = lineEnd?.[0] === '\r' && to + 1 === text.length
    const isComplete = lineEnd !== null && !isHalfRead
    if (!isWholeFile && !isComplete) return undefined
    const content = text.slice(from, to).trim()
    if (content !== '' && !content.startsWith('#')) return { from, to, lineNumber }
    from = lineEnd ? to + lineEnd[0].length : text.length
  }
  return undefined
}

function lineToHead(line: string): Head {
  const delimiter = findDelimiter(line)
  const [record] = createCsvChunks(delimiter, 1).add(`${line}\n`)
  return { headings: (record?.fields ?? []).map((heading) => heading.trim()), delimiter }
}

/** The key of a column. Undefined for an unknown column. */
function headingToKey(heading: string, { fixed, hasTags }: CsvColumns): string | undefined {
  const plainText = plainHeading(heading)
  const column = fixed.find((fixedColumn) => plainHeading(fixedColumn.heading) === plainText)
  if (column) return column.key
  const tag = TAG_HEADING.exec(heading)?.groups?.['tag']
  if (hasTags && tag !== undefined) return `tag:${tag}`
  const isAddedByRefusal = REFUSED_HEADINGS.some((refused) => plainHeading(refused) === plainText)
  const isIgnored = heading === '' || isAddedByRefusal
  return isIgnored ? IGNORED_COLUMN : undefined
}

/** 'Tag Colour', 'tag: Colour' */
const TAG_HEADING = /^tag\b[\s:.]*(?<tag>\S.*)$/i

/** The keys of the columns. Throws a CommandError for unknown, repeated and missing headings. */
function headingsToKeys(name: string, headings: readonly string[], columns: CsvColumns): string[] {
  const { fixed, hasTags } = columns
  const sentences: string[] = []
  const keys = headings.map((heading) => {
    const key = headingToKey(heading, columns)
    if (key === undefined) sentences.push(`${name} has a column '${heading}', which is unknown: rename or remove it.`)
    return key ?? IGNORED_COLUMN
  })
  const usedKeys = keys.filter((key) => key !== IGNORED_COLUMN)
  const repeatedKeys = usedKeys.filter((key, index) => usedKeys.indexOf(key) !== index)
  for (const key of new Set(repeatedKeys))
    sentences.push(`${name} has two columns '${headings[keys.lastIndexOf(key)]}'.`)
  const missingColumns = fixed.filter(({ key, isRequired }) => isRequired && !usedKeys.includes(key))
  if (missingColumns.length > 0) {
    const missingHeadings = missingColumns.map(({ heading }) => `'${heading}'`).join(', ')
    sentences.push(`${name} lacks ${missingColumns.length === 1 ? 'the column' : 'the columns'} ${missingHeadings}.`)
  }
  if (sentences.length === 0) return keys
  const possibleHeadings = fixed.map(({ heading }) => heading)
  if (hasTags) possibleHeadings.push('Tag …')
  throw new CommandError(...sentences, `It can have these columns: ${possibleHeadings.join(', ')}.`)
}

/** '# rows: 1200' */
const ROW_COUNT_COMMENT = /^#\s*rows\s*:?\s*(?<count>[0-9]+)\s*$/i

interface ChunkOptions {
  readonly path: string
  readonly name: string
  readonly delimiter: Delimiter
  readonly columnCount: number
  /** Undefined if the file can have any number of rows, unless a comment has the number. */
  readonly rowCount: number | undefined
}

/** Reads the rows after the headings, as `CsvFile.chunks`. */
async function* readChunks({ path, name, delimiter, columnCount, rowCount }: ChunkOptions): AsyncGenerator<{
  records: readonly CsvRecord[]
  bytes: number
}> {
  /** The text up to the line of headings. */
  let headText = ''
  /** Undefined before the line of headings. */
  let chunks: CsvChunks | undefined
  let expectedCount = rowCount
  let rowsSoFar = 0
  let lastRow: CsvRecord | undefined
  let hasPassedHeadings = false
  /** The rows among the next records, with clean fields: no headings, no comments. Updates the variables above. */
  const takeRows = (records: readonly CsvRecord[]): CsvRecord[] => {
    const rows: CsvRecord[] = []
    for (const { line, fields } of records) {
      if (!hasPassedHeadings) {
        hasPassedHeadings = true
        continue
      }
      const [firstField = '', ...otherFields] = fields
      // A row of data can begin with # too. But in a comment, all other fields are empty.
      const isComment = firstField.startsWith('#') && otherFields.every((field) => field === '')
      if (isComment) {
        const statedCount = ROW_COUNT_COMMENT.exec(firstField)?.groups?.['count']
        // A number on the command line has priority over the comment.
        if (statedCount !== undefined) expectedCount ??= Number(statedCount)
        continue
      }
      lastRow = { line, fields: fields.map(cleanField) }
      rows.push(lastRow)
    }
    rowsSoFar += rows.length
    return rows
  }
  for await (const { text, bytes, isLast } of readText(path, name)) {
    let newText = text
    if (!chunks) {
      headText += text
      const headingLine = findHeadingLine(headText, { isWholeFile: isLast })
      if (!headingLine) continue
      chunks = createCsvChunks(delimiter, headingLine.lineNumber)
      newText = headText.slice(headingLine.from)
    }
    const { add } = chunks
    const records = withCommandError(name, () => add(newText))
    yield { records: takeRows(records), bytes }
  }
  // openCsv has found the line of headings, so the file was changed since.
  if (!chunks) throw new CommandError(`${name} has no line of headings.`)
  const { records, isUnterminated } = withCommandError(name, chunks.end)
  const lastRows = takeRows(records)
  yield { records: lastRows, bytes: 0 }

  if (expectedCount !== undefined && expectedCount !== rowsSoFar)
    throw new CommandError(
      `${name} should have ${countToText(expectedCount, 'row', 'rows')} and has ${rowsSoFar.toLocaleString('en')}: it was cut or changed. ${NOTHING_IMPORTED}`,
    )
  if (!lastRow) throw new CommandError(`${name} has no rows.`)
  // A last row without a line end may have been cut. If the file ends with a comment, a missing line end is no problem.
  const endsInRow = isUnterminated && lastRows.length > 0
  if (!endsInRow) return
  const isSurelyCut = lastRow.fields.length < columnCount
  throw new CommandError(
    isSurelyCut
      ? `${name} ends in the middle of line ${lastRow.line}: it was cut. ${NOTHING_IMPORTED}`
      : `${name} ends without a line end, so it may have been cut in line ${lastRow.line}. If it is complete, add a line break at its end. ${NOTHING_IMPORTED}`,
  )
}

const NOTHING_IMPORTED = 'Nothing was imported.'

/** Calls the csv parser. Throws a CommandError if the text is not valid csv. */
function withCommandError<T>(name: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { fault, line } = error.details
    throw new CommandError(
      fault === 'quoteNotClosed'
        ? `${name} has a quotation mark in line ${line} that is never closed: the file may have been cut. ${NOTHING_IMPORTED}`
        : `${name} has a quotation mark out of place in line ${line}: inside quotes it is written twice. ${NOTHING_IMPORTED}`,
    )
  }
}

/**
 * Removes spaces around the field, and the formula around a text that a spreadsheet program must not change (="007").
 */
function cleanField(field: string): string {
  const text = field.includes('="') ? formulaToText(field) : field
  return text.trim()
}
