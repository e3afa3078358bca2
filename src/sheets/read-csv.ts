// A text file as records of fields, by RFC 4180 quoting. The general reader: any encoding, delimiter and quoting.
import Papa from 'papaparse'
import { type Encoding, decodeText } from './decode-text.ts'
import { type Delimiter, type Sighting, findDelimiter } from './delimiter.ts'

export type CsvResult =
  | {
      readonly kind: 'records'
      readonly records: string[][]
      readonly encoding: Encoding
      readonly delimiter: Delimiter
    }
  | { readonly kind: 'mixedDelimiters'; readonly sightings: readonly [Sighting, Sighting] }
  | { readonly kind: 'brokenQuotes'; readonly row: number }
  | { readonly kind: 'unreadable' }

/**
 * Records in the file's order; a blank line is a record too (`['']`), so that a record's index + 1 is the row number that a
 * spreadsheet program shows. Line ends of all three kinds; a quoted field may hold one.
 * @param isPart the bytes are only the file's beginning: its last, incomplete line is left out
 */
export function readCsv(bytes: Uint8Array, isPart = false): CsvResult {
  const decoded = decodeText(bytes, isPart)
  if (!decoded) return { kind: 'unreadable' }
  const { text, preset } = takePreset(toPlainLineEnds(decoded.text))
  const found = preset
    ? { delimiter: preset }
    : findDelimiter(isPart ? text.slice(0, text.lastIndexOf('\n') + 1) : text)
  if ('mixed' in found) return { kind: 'mixedDelimiters', sightings: found.mixed }
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: found.delimiter, newline: '\n' })
  if (isPart) data.pop()
  else if (errors[0]?.type === 'Quotes') return { kind: 'brokenQuotes', row: (errors[0].row ?? 0) + 1 }
  const records = text.includes('="') ? data.map((fields) => fields.map(formulaToText)) : data
  return { kind: 'records', records, encoding: decoded.encoding, delimiter: found.delimiter }
}

const toPlainLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

// A first line `sep=;` tells a spreadsheet program the delimiter. Its place stays, as a blank line.
function takePreset(text: string): { text: string; preset?: Delimiter } {
  const match = /^sep=([,;\t])(?=\n|$)/i.exec(text)
  return match ? { text: text.slice(match[0].length), preset: match[1] as Delimiter } : { text }
}

// ="4111…" is how digits are kept from spreadsheet programs in a text file.
const formulaToText = (field: string): string => /^\s*="([^"]*)"\s*$/.exec(field)?.[1] ?? field
