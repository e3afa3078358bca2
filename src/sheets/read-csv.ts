// Reads a text file into records of fields with RFC 4180 quoting, in any encoding and with any supported delimiter.
import Papa from 'papaparse'
import type { Encoding } from '#domain/files/encodings.ts'
import { type DecodedText, decodeText, type UndecodedText } from './decode-text.ts'
import { type Delimiter, findDelimiter } from './delimiter.ts'
import { splitCsv, type SplitCsv, toPlainLineEnds, unwrapLines } from './split-csv.ts'
import { isUntidy, tidyText } from './tidy-text.ts'

interface CsvContent extends SplitCsv, Pick<DecodedText, 'encoding' | 'samples'> {
  readonly kind: 'records'
  readonly delimiter: Delimiter
  /** True if the file ends within a line, so that it may have been cut. */
  readonly isUnterminated: boolean
}

export type CsvResult = CsvContent | UndecodedText | { readonly kind: 'tooLarge' }

interface CsvOptions {
  /** True if the bytes are only the beginning of the file. The last, incomplete line is then left out. */
  readonly isPart: boolean
  /** The limit for the number of fields, lines and quotation marks together. */
  readonly maxFields: number
  /** The user's choice. */
  readonly encoding: Encoding | undefined
}

/**
 * The records in the file's order. A blank line is also a record (`['']`), so that the index of a record + 1 is its row
 * number in a spreadsheet program. Lines can end with LF, CR or both. A quoted field can contain line ends.
 */
export function readCsv(bytes: Uint8Array, options: CsvOptions): CsvResult {
  const { isPart, maxFields, encoding } = options
  const decoded = decodeText(bytes, { isPart, chosen: encoding })
  if (decoded.kind !== 'text') return decoded
  const { text: fileText, preset } = splitSepLine(toPlainLineEnds(decoded.text))
  // Even unwrapping lines would be slow in a file that is too large, so the fields are first counted with the most
  // common delimiter.
  if (hasTooManyFields(fileText, ',', maxFields)) return { kind: 'tooLarge' }
  const text = unwrapLines(fileText) ?? fileText
  const completeLines = isPart ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  const delimiter = preset ?? findDelimiter(completeLines)
  if (hasTooManyFields(text, delimiter, maxFields)) return { kind: 'tooLarge' }
  const split = splitCsv(text, delimiter, { isPart })
  const hasFormulas = text.includes('="')
  const tidyField = (field: string) => tidyText(hasFormulas ? formulaToText(field) : field)
  // Nearly all files have nothing to tidy. Searching the whole text is much faster than searching each field.
  const needsTidying = hasFormulas || isUntidy(text)
  const records = needsTidying ? split.records.map((fields) => fields.map(tidyField)) : split.records
  const isUnterminated = !text.endsWith('\n')
  const { encoding: usedEncoding, samples } = decoded
  return { ...split, kind: 'records', records, encoding: usedEncoding, samples, delimiter, isUnterminated }
}

/**
 * The records of a csv that we wrote (UTF-8, commas, quotes where needed, digits as ="000123"), including lines above
 * the heading. Undefined for any other file. With `isPart`, the bytes are only the beginning of the file, and the last,
 * incomplete line is left out.
 */
export function readOwnCsv(bytes: Uint8Array, { isPart }: { readonly isPart: boolean }): string[][] | undefined {
  const decoded = decodeText(bytes, { isPart })
  if (decoded.kind !== 'text' || decoded.encoding !== 'utf-8') return undefined
  const { data, errors } = Papa.parse<string[]>(toPlainLineEnds(decoded.text), { delimiter: ',', newline: '\n' })
  if (!isPart && errors[0]?.type === 'Quotes') return undefined
  // What follows the last line end is not a record: it is empty or, in a part of a file, an incomplete line.
  const isLastEmpty = data.at(-1)?.join('') === ''
  if (isPart || isLastEmpty) data.pop()
  return data.map((fields) => fields.map(formulaToText))
}

// Counted before the text is divided, because each field needs memory for a string, and each misplaced quotation mark
// needs memory for an error object.
function hasTooManyFields(text: string, delimiter: Delimiter, maxFields: number): boolean {
  if (text.length <= maxFields) return false
  const delimiterCode = delimiter.charCodeAt(0)
  let count = 0
  let consecutiveDelimiters = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === delimiterCode) {
      consecutiveDelimiters += 1
      continue
    }
    if (code === LF) {
      // Delimiters at the end of a line belong to empty columns, so together they count as one field.
      count += 1 + Math.min(consecutiveDelimiters, 1)
    } else {
      count += consecutiveDelimiters
      if (code === QUOTE) count += 1
    }
    consecutiveDelimiters = 0
  }
  return count > maxFields
}

const LF = 10
const QUOTE = 34

// A first line `sep=;` names the delimiter for a spreadsheet program. The program hides this line, so the next line
// is row 1.
function splitSepLine(text: string): { text: string; preset?: Delimiter } {
  const match = /^"?sep=(?<preset>[,;|\t])"?[,;|\t]*(?:\n|$)/i.exec(text)
  if (!match) return { text }
  return { text: text.slice(match[0].length), preset: match.groups?.['preset'] as Delimiter }
}

/** ="4111…" → '4111…'. Files contain such formulas, so that a spreadsheet program does not change the digits. */
export const formulaToText = (field: string): string => /^\s*="([^"]*)"\s*$/.exec(field)?.[1] ?? field
