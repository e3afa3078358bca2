// Reads a csv that is too large for memory in chunks, as records with the number of their first line. It follows the
// quoting of RFC 4180 and accepts all line ends.
import Papa from 'papaparse'
import type { Delimiter } from './delimiter.ts'
import { toPlainLineEnds } from './split-csv.ts'

export interface CsvRecord {
  /** Line number in the file, from 1, as an editor shows it. */
  readonly line: number
  readonly fields: readonly string[]
}

/** The error that makes the rest of a file unreadable, and the number of its line. */
export interface CsvFault {
  readonly fault: 'quoteNotClosed' | 'quoteOutOfPlace'
  readonly line: number
}

export interface CsvChunks {
  /** The records that this chunk completes, without blank lines. Throws a CsvError if the rest cannot be read. */
  readonly add: (chunk: string) => CsvRecord[]
  /** Returns the last record. */
  readonly end: () => LastRecord
}

interface LastRecord {
  /** Empty if the file has no further record. */
  readonly records: CsvRecord[]
  /** True if the last record has no line end, so that the file may have been cut within the record. */
  readonly isUnterminated: boolean
}

export class CsvError extends Error {
  readonly details: CsvFault
  constructor(details: CsvFault) {
    super(details.fault)
    this.details = details
  }
}

/** The maximum number of characters of a record. A longer record counts as a quotation mark that is not closed. */
const MAX_RECORD_LENGTH = 1 << 20

/** @param firstLine the number of the line in which the text begins */
export function createCsvChunks(delimiter: Delimiter, firstLine: number): CsvChunks {
  /** The beginning of a record that the last chunk did not complete. */
  let unparsedText = ''
  let line = firstLine
  /**
   * A CR at the end of the last chunk. It is held back, because the next chunk may begin with the LF that belongs to
   * it.
   */
  let pendingCr = ''

  const parse = (text: string, { isEnd }: { readonly isEnd: boolean }): CsvRecord[] => {
    const parser = new Papa.Parser({ delimiter, newline: '\n' })
    const { data, errors, meta } = parser.parse(text, 0, !isEnd) as Papa.ParseResult<string[]>
    const records: CsvRecord[] = []
    for (const fields of data) {
      const isBlank = fields.length === 1 && fields[0] === ''
      if (!isBlank) records.push({ line, fields })
      const lineEndsInFields = fields.reduce((count, field) => count + countLineEnds(field), 0)
      line += 1 + lineEndsInFields
    }
    const [error] = errors
    if (error?.code === 'MissingQuotes') {
      // The last record that the parser returns is the record that is not closed.
      throw new CsvError({ fault: 'quoteNotClosed', line: records.at(-1)?.line ?? line })
    }
    if (error) throw new CsvError({ fault: 'quoteOutOfPlace', line })
    unparsedText = text.slice(meta.cursor)
    if (unparsedText.length > MAX_RECORD_LENGTH) throw new CsvError({ fault: 'quoteNotClosed', line })
    return records
  }

  return {
    add(chunk) {
      const received = pendingCr + chunk
      const endsWithCr = received.endsWith('\r')
      pendingCr = endsWithCr ? '\r' : ''
      const text = endsWithCr ? received.slice(0, -1) : received
      return parse(unparsedText + toPlainLineEnds(text), { isEnd: false })
    },
    end() {
      const text = unparsedText + toPlainLineEnds(pendingCr)
      pendingCr = ''
      const isUnterminated = text !== '' && !text.endsWith('\n')
      return { records: text === '' ? [] : parse(text, { isEnd: true }), isUnterminated }
    },
  }
}

const countLineEnds = (field: string): number => (field.includes('\n') ? field.split('\n').length - 1 : 0)
