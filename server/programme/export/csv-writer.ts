// A csv that is written as it grows: a file of one's own, readable by nobody else, that has its name once it is whole.
import { once } from 'node:events'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { guardReversibly } from '#sheets/guard-formula.ts'
import { fieldsToLine } from '#sheets/write-csv.ts'
import { Refused } from '../command.ts'

export interface CsvWriter {
  readonly write: (rows: readonly (readonly string[])[]) => Promise<void>
  readonly count: () => number
  /** Writes how many rows there are, and gives the file its name. */
  readonly end: () => Promise<void>
  /** Leaves nothing behind. */
  readonly drop: () => void
}

/** UTF-8 with its mark, commas, CRLF; formulas are disarmed in the way that the import takes back. Throws a Refused where the file is there already. */
export function createCsvWriter(path: string, headings: readonly string[]): CsvWriter {
  if (existsSync(path)) throw new Refused(`There is a file ${path} already: choose another folder.`)
  const draft = `${path}.part`
  rmSync(draft, { force: true })
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  const done = finished(out).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${path} cannot be written (${error.code ?? 'unknown'}).`)
  })
  // Told by whoever writes next.
  done.catch(() => undefined)
  const put = async (text: string): Promise<void> => {
    if (!out.write(text)) await Promise.race([once(out, 'drain'), done])
  }
  let count = 0
  out.write(`\ufeff${fieldsToLine(headings)}`)
  return {
    write: (rows) => {
      count += rows.length
      return put(rows.map((row) => fieldsToLine(row.map(guardReversibly))).join(''))
    },
    count: () => count,
    end: async () => {
      out.end(`# rows: ${count}\r\n`)
      await done
      renameSync(draft, path)
    },
    drop: () => {
      out.destroy()
      rmSync(draft, { force: true })
    },
  }
}
