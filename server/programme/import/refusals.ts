// Collects the rows of a file that cannot be imported, each with a reason. The first ones are printed, and all can be
// written to a file, with card numbers masked.
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { maskCardNumbers, maskPan } from '#domain/cards/identifiers.ts'
import { countToText } from '../counts-and-durations.ts'
import { guardReversibly } from '#sheets/guard-formula.ts'
import { fieldsToLine, protectText } from '#sheets/write-csv.ts'
import { CommandError } from '../command.ts'
import { type CsvFile, REFUSED_HEADINGS } from './csv-file.ts'

/** Maximum number of printed rows; the file of refused rows has all of them. */
const MAX_PRINTED_ROWS = 20

export interface Refusals {
  readonly add: (line: number, reason: string) => void
  readonly has: (line: number) => boolean
  readonly count: () => number
  /** The line numbers of the refused rows. */
  readonly lineNumbers: () => number[]
  /** Returns a line for each of the first refused rows, and a line with the number of the other refused rows. */
  readonly toLines: () => string[]
  /** Writes the refused rows of `file`, with their reasons, to a new file. */
  readonly write: (path: string, file: CsvFile) => Promise<void>
}

export function createRefusals(): Refusals {
  const reasons = new Map<number, string>()
  return {
    // A row keeps its first reason. It comes from the checks of single rows, which are more specific than the checks of
    // the whole file.
    add: (line, reason) => {
      if (!reasons.has(line)) reasons.set(line, reason)
    },
    has: (line) => reasons.has(line),
    count: () => reasons.size,
    lineNumbers: () => [...reasons.keys()],
    toLines: () => {
      const lines = [...reasons].sort(([a], [b]) => a - b)
      const shownLines = lines
        .slice(0, MAX_PRINTED_ROWS)
        .map(([line, reason]) => `Line ${line.toLocaleString('en')}: ${reason}`)
      const otherCount = lines.length - shownLines.length
      return otherCount > 0 ? [...shownLines, `… and ${countToText(otherCount, 'line', 'lines')} more.`] : shownLines
    },
    write: (path, file) => writeRefused(path, file, reasons),
  }
}

async function writeRefused(path: string, file: CsvFile, reasons: ReadonlyMap<number, string>): Promise<void> {
  // Only the owner of the new file can read it, since it contains the same data as the imported file.
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const completion = finished(out).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EEXIST'
        ? `There is a file ${path} already: choose another name for the refused rows.`
        : `The refused rows cannot be written to ${path} (${error.code ?? 'unknown'}).`,
    )
  })
  out.write(`\ufeff${fieldsToLine([...REFUSED_HEADINGS, ...file.headings])}`)
  for await (const { records } of file.chunks()) {
    for (const { line, fields } of records) {
      const reason = reasons.get(line)
      if (reason === undefined) continue
      const maskedFields = fields.map((field, index) => maskField(file.keys[index] ?? '', field))
      out.write(fieldsToLine([String(line), reason, ...maskedFields]))
    }
  }
  out.end()
  await completion
}

/** The field as it is written to the file of refused rows. `key`: the column. */
function maskField(key: string, field: string): string {
  if (key === 'cvv') return field === '' ? '' : '•••'
  if (key === 'cardNumber') return maskPan(field.replace(/[\s-]/g, ''))
  const maskedField = maskCardNumbers(field)
  const protectedField = protectText(maskedField)
  // The import reverses both types of protection.
  return protectedField === maskedField ? guardReversibly(maskedField) : protectedField
}
