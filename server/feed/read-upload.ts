// Reads an uploaded file of the card processor's events. A file with one wrong line is refused as a whole.
import { m } from '#words/messages.js'
import type { FeedEvent, FeedTotal } from '#contract/feed.ts'
import { MAX_FEED_TOTALS } from '#contract/feed.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { MAX_FEED_FILE_EVENTS } from '#domain/feed/files.ts'
import { plainHeading } from '#domain/rows/headings.ts'
import type { Phrase } from '#server/stored-text.ts'
import { createCsvChunks, CsvError, type CsvRecord } from '#sheets/csv-chunks.ts'
import { decodeText } from '#sheets/decode-text.ts'
import { findDelimiter } from '#sheets/delimiter.ts'
import { formulaToText } from '#sheets/read-csv.ts'
import { checkLine, feedFields, fieldsToValue, jsonToValue } from './file-lines.ts'

export interface UploadedEvents {
  readonly events: readonly FeedEvent[]
  readonly totals: readonly FeedTotal[]
}

interface Line {
  /** The number of the line, from 1. */
  readonly line: number
  readonly value: unknown
}

/** Returns a refusal if a line is neither an event nor a total, or if the file is too long or empty. */
export function readUpload(fileName: string, bytes: Uint8Array): UploadedEvents | { readonly refusal: Phrase } {
  const decoded = decodeText(bytes)
  if (decoded.kind !== 'text') return { refusal: m.feed_fileNotText }
  const lines = /\.csv$/i.test(fileName) ? readCsvLines(decoded.text) : readJsonLines(decoded.text)
  if ('refusal' in lines) return lines
  const events: FeedEvent[] = []
  const totals: FeedTotal[] = []
  for (const { line, value } of lines) {
    if (containsCardNumber(JSON.stringify(value) ?? '')) return { refusal: () => m.feed_lineHasCardNumber({ line }) }
    const checked = checkLine(value)
    if ('fault' in checked) {
      const { path } = checked.fault
      if (path === '') return { refusal: () => m.feed_lineIsNoEvent({ line }) }
      return { refusal: () => m.feed_lineFieldWrong({ line, field: path }) }
    }
    if ('total' in checked) totals.push(checked.total)
    else events.push(checked.event)
  }
  if (events.length + totals.length === 0) return { refusal: m.feed_fileEmpty }
  if (events.length > MAX_FEED_FILE_EVENTS || totals.length > MAX_FEED_TOTALS)
    return { refusal: () => m.feed_fileTooLong({ maxEvents: MAX_FEED_FILE_EVENTS, maxTotals: MAX_FEED_TOTALS }) }
  return { events, totals }
}

const readJsonLines = (text: string): readonly Line[] =>
  text
    .split(/\r\n?|\n/)
    .map((json, index) => ({ line: index + 1, json }))
    .filter(({ json }) => json.trim() !== '')
    .map(({ line, json }) => ({ line, value: jsonToValue(json) }))

function readCsvLines(text: string): readonly Line[] | { readonly refusal: Phrase } {
  const records = parseCsv(text)
  if (!records) return { refusal: m.feed_fileNotCsv }
  const [headingRecord, ...rows] = records
  const headings = headingRecord?.fields ?? []
  const fieldByHeading = new Map(feedFields.map((name) => [plainHeading(name), name]))
  // '' for an unknown heading.
  const keys = headings.map((heading) => fieldByHeading.get(plainHeading(heading)) ?? '')
  const unknownHeading = headings.find((heading, index) => heading.trim() !== '' && keys[index] === '')
  if (unknownHeading !== undefined) return { refusal: () => m.feed_unknownColumn({ column: unknownHeading }) }
  return rows.map(({ line, fields }) => ({ line, value: fieldsToValue(keys, fields.map(formulaToText)) }))
}

function isComment({ fields }: CsvRecord): boolean {
  const [first = '', ...others] = fields
  return first.startsWith('#') && others.every((field) => field === '')
}

/** The records without comments and blank lines. Undefined if a quotation mark is wrong. */
function parseCsv(text: string): readonly CsvRecord[] | undefined {
  try {
    const firstLine = 1
    const chunks = createCsvChunks(findDelimiter(text), firstLine)
    return [...chunks.add(text), ...chunks.end().records].filter((record) => !isComment(record))
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
