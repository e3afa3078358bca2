// Reads a text file into records of fields with RFC 4180 quoting, in any encoding and with any supported delimiter.
import Papa from 'papaparse'
import type { Encoding } from '#domain/files/encodings.ts'
import { type DecodedText, decodeText, type UndecodedText } from './decode-text.ts'
import { type Delimiter, findDelimiter } from './delimiter.ts'
import { splitCsv, type SplitCsv, toPlainLineEnds, unwrapLines } from './split-csv.ts'
import { isUntidy, tidyText } from './tidy-text.ts'

export type CsvResult =
  | ({
      readonly kind: 'records'
      readonly delimiter: Delimiter
      /** True if the file ends within a line, so that it may have been cut. */
      readonly isUnterminated: boolean
    } & SplitCsv &
      Pick<DecodedText, 'encoding' | 'samples'>)
  | UndecodedText
  | { readonly kind: 'tooLarge' }

interface CsvOptions {
  /** True if the bytes are only the file's beginning: its last, incomplete line is left out. */
  readonly isPart: boolean
  /** The limit for the number of fields, lines and quotation marks. */
  readonly maxFields: number
  /** The user's choice. */
  readonly encoding: Encoding | undefined
}

/**
 * The records in the file's order. A blank line is a record too (`['']`), so that a record's index + 1 is the row
 * number in a spreadsheet program. All three types of line ends are read; a quoted field can contain them.
 */
export function readCsv(bytes: Uint8Array, options: CsvOptions): CsvResult {
  const { isPart, maxFields, encoding } = options
  const decoded = decodeText(bytes, { isPart, chosen: encoding })
  if (decoded.kind !== 'text') return decoded
  const { text: fileText, preset } = splitSepLine(toPlainLineEnds(decoded.text))
  // Unwrapping lines is slow too, so the fields are first counted with the most common delimiter.
  if (hasTooManyFields(fileText, ',', maxFields)) return { kind: 'tooLarge' }
  const text = unwrapLines(fileText) ?? fileText
  const completeLines = isPart ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  const delimiter = preset ?? findDelimiter(completeLines)
  if (hasTooManyFields(text, delimiter, maxFields)) return { kind: 'tooLarge' }
  const split = splitCsv(text, delimiter, { isPart })
  const hasFormulas = text.includes('="')
  // Nearly all files have nothing to tidy, and a search in the whole text is much faster than one in each field.
  const records =
    hasFormulas || isUntidy(text)
      ? split.records.map((fields) => fields.map((field) => tidyText(hasFormulas ? formulaToText(field) : field)))
      : split.records
  const isUnterminated = !text.endsWith('\n')
  const { encoding: usedEncoding, samples } = decoded
  return { ...split, kind: 'records', records, encoding: usedEncoding, samples, delimiter, isUnterminated }
}

/**
 * The records of a csv that we wrote, including lines above the heading: UTF-8, commas, quotes where needed, and digits
 * as ="000123". Undefined for any other file. With `isPart` the bytes are only the beginning of the
 * file, and its last, incomplete line is left out.
 */
export function readOwnCsv(bytes: Uint8Array, { isPart }: { readonly isPart: boolean }): string[][] | undefined {
  const decoded = decodeText(bytes, { isPart })
  if (decoded.kind !== 'text' || decoded.encoding !== 'utf-8') return undefined
  const { data, errors } = Papa.parse<string[]>(toPlainLineEnds(decoded.text), { delimiter: ',', newline: '\n' })
  if (!isPart && errors[0]?.type === 'Quotes') return undefined
  // The text after the last line end is empty, or an incomplete line.
  if (isPart || data.at(-1)?.join('') === '') data.pop()
  return data.map((fields) => fields.map(formulaToText))
}

// Each field becomes a string, and each misplaced quotation mark an error object, so they are counted first.
function hasTooManyFields(text: string, delimiter: Delimiter, maxFields: number): boolean {
  if (text.length <= maxFields) return false
  const code = delimiter.charCodeAt(0)
  let count = 0
  /** The number of separators since the last other character. */
  let run = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === code) {
      run += 1
      continue
    }
    if (character === LF) {
      // Separators at the end of a line belong to empty columns, so they count as one.
      count += 1 + Math.min(run, 1)
    } else {
      count += run
      if (character === QUOTE) count += 1
    }
    run = 0
  }
  return count > maxFields
}

const LF = 10
const QUOTE = 34

// A first line `sep=;` names the delimiter for a spreadsheet program. The program hides this line, so the next line
// is row 1.
function splitSepLine(text: string): { text: string; preset?: Delimiter } {
  const match = /^"?sep=([,;|\t])"?[,;|\t]*(?:\n|$)/i.exec(text)
  return match ? { text: text.slice(match[0].length), preset: match[1] as Delimiter } : { text }
}

/** ="4111…" keeps a spreadsheet program from changing digits in a text file. */
export const formulaToText = (field: string): string => /^\s*="([^"]*)"\s*$/.exec(field)?.[1] ?? field
