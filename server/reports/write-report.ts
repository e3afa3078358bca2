// Writes a report as the bytes of a file, both for downloads and for files made in the background. Reading is only one
// chunk ahead of the consumer, so that a million rows are never in memory.
import { namesToColumns } from '#domain/reports/columns.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import type { Db } from '#server/operations/context.ts'
import { reportToLines, tableToSheet } from '#sheets/write-table.ts'
import type { ReportQuery, ReportCell, ReportRow, ReportSource } from './source.ts'
import { createSemaphore } from './semaphore.ts'
import { writeSheets } from './write-sheets.ts'

export interface ReportToWrite {
  readonly report: ReportId
  readonly format: 'csv' | 'xlsx'
  readonly query: ReportQuery
  readonly source: ReportSource
  /** Written after each time of day, such as 'SGT'. */
  readonly timeZoneLabel: string
}

export interface WriteOptions {
  /** Called after each chunk with the number of rows so far. */
  readonly onRows?: (rows: number) => void
  /** Only for tests: the number of rows of each read. */
  readonly rowsPerRead?: number
  /** Only for tests: the number of rows of each sheet, including the header. */
  readonly rowsPerSheet?: number
}

/** The number of rows per read is adjusted so that one read takes about this many milliseconds. */
const READ_MS = 100
/** The number of rows of the first read. */
const FIRST_ROWS = 250
/** The limits for the number of rows of later reads. */
const MIN_CHUNK_ROWS = 200
const MAX_CHUNK_ROWS = 2_000

/** At most two files read at the same time, so that screens get their share of the database. */
const withReadSlot = createSemaphore(2)

/** Number of rows of the whole report. */
export const countRows = (db: Db, { query, source }: Pick<ReportToWrite, 'query' | 'source'>): Promise<number> =>
  withReadSlot(() => source.count(db, query))

/**
 * Yields the bytes of the file. Reading stops when the consumer stops. If the database fails, the generator throws, and
 * the bytes so far are not a valid file.
 */
export function writeReport(
  db: Db,
  report: ReportToWrite,
  options: WriteOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return report.format === 'csv' ? writeCsv(db, report, options) : writeXlsx(db, report, options)
}

async function* writeCsv(db: Db, report: ReportToWrite, options: WriteOptions) {
  const { columns, zone } = toTable(report)
  const { first: header, toLine } = reportToLines(columns, zone)
  let isFirstChunk = true
  for await (const rows of readRows(db, report, options)) {
    const lines = rows.map(toLine).join('')
    yield new TextEncoder().encode(isFirstChunk ? header + lines : lines)
    isFirstChunk = false
  }
}

async function* writeXlsx(db: Db, report: ReportToWrite, options: WriteOptions) {
  const { columns, zone } = toTable(report)
  const { toCells, toSheet } = tableToSheet(columns, zone)
  async function* chunks() {
    for await (const rows of readRows(db, report, options)) yield rows.map(toCells)
  }
  const { rowsPerSheet } = options
  yield* writeSheets({
    name: reportOf(report.report).title,
    toSheet,
    timeZoneLabel: report.timeZoneLabel,
    chunks: chunks(),
    rowsPerSheet,
  })
}

const toTable = ({ report, query, timeZoneLabel }: ReportToWrite) => ({
  columns: namesToColumns<ApiRow>(reportOf(report).columns),
  zone: { timeZone: query.timeZone, timeZoneLabel },
})

/** A row like ReportRow, but with its times as ISO 8601. */
type ApiRow = { readonly [Name in keyof ReportRow]: Exclude<ReportCell, Date> }

/**
 * Yields the rows in one or more chunks. Empty chunks are yielded too, because the consumer can stop at each chunk. The
 * rows are numbered from 1, in the column ITEM.
 */
async function* readRows(db: Db, { query, source }: ReportToWrite, { onRows, rowsPerRead }: WriteOptions) {
  let limit = rowsPerRead ?? FIRST_ROWS
  const read = (after: unknown) =>
    withReadSlot(async () => {
      const startTime = performance.now()
      const chunk = await source.read(db, query, after, limit)
      if (rowsPerRead === undefined) limit = nextLimit(limit, performance.now() - startTime)
      return chunk
    })
  let count = 0
  let currentRead = read(undefined)
  try {
    for (;;) {
      const chunk = await currentRead
      const hasMore = chunk.next !== undefined
      if (hasMore) {
        // Reads the next chunk while these rows are written.
        currentRead = read(chunk.next)
        // An error is thrown later, when the chunk is awaited. Until then, the error counts as handled.
        currentRead.catch(() => undefined)
      }
      const firstNumber = count + 1
      const rows = chunk.rows.map((row, index) => rowToApi(row, firstNumber + index))
      count += rows.length
      onRows?.(count)
      yield rows
      if (!hasMore) return
    }
  } finally {
    // If the consumer has stopped, a read can still run. Its end is awaited, because the database may be closed next.
    await currentRead.catch(() => undefined)
  }
}

/** The number of rows for the next read, from the number of rows and the duration of the last read. */
function nextLimit(rows: number, ms: number): number {
  const rowsInReadTime = Math.round((rows * READ_MS) / ms)
  // At most twice as many, because one quick read proves little.
  const upperLimit = Math.min(MAX_CHUNK_ROWS, rows * 2)
  return Math.max(MIN_CHUNK_ROWS, Math.min(upperLimit, rowsInReadTime))
}

function rowToApi(row: ReportRow, number: number): ApiRow {
  const record: Record<string, unknown> = { ITEM: number }
  for (const [name, cell] of Object.entries(row)) record[name] = cell instanceof Date ? cell.toISOString() : cell
  return record
}
