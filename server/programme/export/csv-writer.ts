// Writes a csv file row by row to a temporary file that only its owner can read, and renames it once it is complete.
import { once } from 'node:events'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { guardReversibly } from '#sheets/guard-formula.ts'
import { fieldsToLine } from '#sheets/write-csv.ts'
import { CommandError } from '../command.ts'

export interface CsvWriter {
  readonly write: (rows: readonly (readonly string[])[]) => Promise<void>
  /** The number of rows that were written so far. */
  readonly rowCount: () => number
  /** Writes the last line, which has the number of rows, and renames the file. */
  readonly end: () => Promise<void>
  /** Removes the temporary file. */
  readonly discard: () => void
}

/**
 * Writes UTF-8 with a byte order mark, commas and CRLF. Formulas are escaped in a way that the import reverses. Throws a
 * CommandError if the file already exists.
 */
export function createCsvWriter(path: string, headings: readonly string[]): CsvWriter {
  if (existsSync(path)) throw new CommandError(`There is a file ${path} already: choose another folder.`)
  const temporaryPath = `${path}.part`
  rmSync(temporaryPath, { force: true })
  const out = createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 })
  const completion = finished(out).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be written (${error.code ?? 'unknown'}).`)
  })
  // `writeText` or `end` throws this error later. The handler prevents an unhandled rejection until then.
  completion.catch(() => undefined)
  const writeText = async (text: string): Promise<void> => {
    const isBufferFull = !out.write(text)
    if (isBufferFull) await Promise.race([once(out, 'drain'), completion])
  }
  let rowCount = 0
  out.write(`\ufeff${fieldsToLine(headings)}`)
  return {
    write: (rows) => {
      rowCount += rows.length
      return writeText(rows.map((row) => fieldsToLine(row.map(guardReversibly))).join(''))
    },
    rowCount: () => rowCount,
    end: async () => {
      out.end(`# rows: ${rowCount}\r\n`)
      await completion
      renameSync(temporaryPath, path)
    },
    discard: () => {
      out.destroy()
      rmSync(temporaryPath, { force: true })
    },
  }
}
