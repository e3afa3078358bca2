// Reads a file of the card processor's events: JSON with one event on each line, or csv with the names of the fields as
// headings.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { feedFields, fieldsToValue, jsonToValue } from '#server/feed/file-lines.ts'
import { CommandError } from '../command.ts'
import { openCsv } from '../import/csv-file.ts'

export interface FeedLine {
  readonly lineNumber: number
  /** An event that is not validated yet. Undefined if the line is not JSON. */
  readonly value: unknown
  /** The bytes of the file that were read for this line, for the progress. */
  readonly byteCount: number
}

export interface FeedFile {
  readonly name: string
  readonly size: number
  /** Reads the file from its beginning. */
  readonly lines: () => AsyncGenerator<FeedLine>
}

const columns = { fixed: feedFields.map((name) => ({ key: name, heading: name })) }

/** Opens the file. Throws a CommandError if it does not exist or, for csv, if a heading is unknown. */
export async function openFeedFile(path: string): Promise<FeedFile> {
  const isCsv = path.toLowerCase().endsWith('.csv')
  if (isCsv) return openCsvFile(path)
  const stats = await stat(path).catch(() => {
    throw new CommandError(`There is no file ${path}.`)
  })
  return { name: basename(path), size: stats.size, lines: () => readJsonLines(path) }
}

async function* readJsonLines(path: string): AsyncGenerator<FeedLine> {
  let lineNumber = 0
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    lineNumber += 1
    if (text.trim() !== '') yield { lineNumber, value: jsonToValue(text), byteCount: Buffer.byteLength(`${text}\n`) }
  }
}

async function openCsvFile(path: string): Promise<FeedFile> {
  const file = await openCsv(path, columns)
  return {
    name: file.name,
    size: file.size,
    async *lines() {
      for await (const { records, bytes } of file.chunks()) {
        for (const [index, { line, fields }] of records.entries()) {
          // The first line of a chunk counts the bytes of the whole chunk.
          const byteCount = index === 0 ? bytes : 0
          yield { lineNumber: line, value: fieldsToValue(file.keys, fields), byteCount }
        }
      }
    },
  }
}
