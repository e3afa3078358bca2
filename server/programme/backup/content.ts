// Parses the content of a backup: the tables one after another, with their rows in chunks of whole lines.
import { CommandError } from '../command.ts'

export interface ContentReader {
  readonly onTable: (table: { readonly table: string; readonly columns: readonly string[] }) => Promise<void>
  /** Whole lines in COPY's text format. */
  readonly onRows: (bytes: Buffer) => Promise<void>
  readonly onTableEnd: (rowCount: number) => Promise<void>
  readonly onEnd: (end: {
    readonly sequences: Readonly<Record<string, number>>
    readonly tableCount: number
  }) => Promise<void>
}

/** Approximate size of a chunk of rows: 4 MiB. */
const CHUNK_BYTES = 4 << 20
const LF = 10
/** The line that ends a table's rows. It cannot be a row, since COPY escapes backslashes. */
const END_OF_ROWS = Buffer.from('\\.\n')

type Line =
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly rowCount: number }
  | { readonly sequences: Readonly<Record<string, number>>; readonly tableCount: number }

/** Throws a CommandError if the end of the content is missing. */
export async function readContent(chunks: AsyncIterable<Buffer>, reader: ContentReader): Promise<void> {
  let buffered: Buffer = Buffer.alloc(0)
  let isInRows = false
  let hasEnded = false
  for await (const chunk of chunks) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    if (isInRows && buffered.length < CHUNK_BYTES && !buffered.includes(END_OF_ROWS)) continue
    for (let hasMore = true; hasMore;) {
      if (isInRows) {
        const end = findEndOfRows(buffered)
        const upTo = end ?? buffered.lastIndexOf(LF) + 1
        if (upTo > 0) await reader.onRows(buffered.subarray(0, upTo))
        buffered = buffered.subarray(end === undefined ? upTo : upTo + END_OF_ROWS.length)
        isInRows = end === undefined
        hasMore = !isInRows
      } else {
        const end = buffered.indexOf(LF) + 1
        hasMore = end > 0
        if (!hasMore) break
        const line = JSON.parse(buffered.subarray(0, end).toString()) as Line
        buffered = buffered.subarray(end)
        if ('table' in line) {
          await reader.onTable(line)
          isInRows = true
        } else if ('rowCount' in line) await reader.onTableEnd(line.rowCount)
        else {
          await reader.onEnd(line)
          hasEnded = true
        }
      }
    }
  }
  if (!hasEnded) throw new CommandError('The backup has no end. Nothing was restored.')
}

/** The start of the line that ends the rows; undefined if it has not been read yet. */
function findEndOfRows(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(END_OF_ROWS); at >= 0; at = bytes.indexOf(END_OF_ROWS, at + 1))
    if (at === 0 || bytes[at - 1] === LF) return at
  return undefined
}
