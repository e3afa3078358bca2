// Rows as a csv file that every spreadsheet program opens as it is meant (RFC 4180, threats T25, T26).
import { guardFormula } from './guard-formula.ts'

/**
 * The bytes of a csv: UTF-8 with its mark, CRLF, quotes where needed, formulas disarmed, every line with as many fields as
 * the header (missing ones empty, surplus ones an error, since they would be lost without anybody's knowing).
 */
export function writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array<ArrayBuffer> {
  const width = header.length
  const lines = [toLine(header, width)]
  for (const row of rows) lines.push(toLine(row, width))
  return new TextEncoder().encode(`\ufeff${lines.join('')}`)
}

function toLine(fields: readonly string[], width: number): string {
  if (fields.length > width) throw new RangeError(`a line of ${fields.length} fields under a header of ${width}`)
  let line = ''
  for (let i = 0; i < width; i++) line += (i === 0 ? '' : ',') + toField(fields[i] ?? '')
  return `${line}\r\n`
}

function toField(text: string): string {
  const guarded = guardFormula(text)
  // A lone empty field would be a blank line; space at the ends would be lost by some readers.
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
