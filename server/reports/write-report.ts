// A report as the bytes of a file: whoever fetches it, and whoever has it made for later, gets the same. Rows are read when the
// bytes before them were taken, and one part ahead, so that a million of them stand nowhere at once.
import { namesToColumns } from '#domain/reports/columns.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import type { Db } from '#server/context.ts'
import { tableToLines, tableToSheet } from '#sheets/write-table.ts'
import type { ReportAsk, ReportCell, ReportRow, ReportSource } from './source.ts'
import { createTurns } from './turns.ts'
import { writeSheets } from './write-sheets.ts'

export interface ReportToWrite {
  readonly report: ReportId
  readonly format: 'csv' | 'xlsx'
  readonly ask: ReportAsk
  readonly source: ReportSource
  /** Named behind each time of day. */
  readonly timeZoneLabel: string
}

export interface Writing {
  /** Told how many rows were handed out, with each part of them. */
  readonly onRows?: (rows: number) => void
  /** For tests: rows that are read at once, and rows of a sheet with its header. */
  readonly rowsAPart?: number
  readonly rowsASheet?: number
}

/** One read takes about this long, in milliseconds. */
const READ_MS = 40
/** Rows of the first read, and of any. */
const FIRST_ROWS = 250
const [FEWEST_ROWS, MOST_ROWS] = [200, 1_000]

/** Reports that read at the same time, of all that are being written. */
const inTurn = createTurns(2)

/** Rows of the whole report. */
export const countRows = (db: Db, { ask, source }: Pick<ReportToWrite, 'ask' | 'source'>): Promise<number> =>
  inTurn(() => source.count(db, ask))

/**
 * The bytes of the report, for whoever takes them one after the other. To stop taking them ends the reading; a failure of the
 * database throws in the middle, and what was given until then is no file.
 */
export function writeReport(
  db: Db,
  written: ReportToWrite,
  writing: Writing = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return written.format === 'csv' ? writeCsv(db, written, writing) : writeXlsx(db, written, writing)
}

async function* writeCsv(db: Db, written: ReportToWrite, writing: Writing) {
  const { columns, zone } = tableOf(written)
  const { first, toLine } = tableToLines(columns, zone)
  let head = first
  for await (const rows of readRows(db, written, writing)) {
    yield new TextEncoder().encode(head + rows.map(toLine).join(''))
    head = ''
  }
}

async function* writeXlsx(db: Db, written: ReportToWrite, writing: Writing) {
  const { columns, zone } = tableOf(written)
  const { toCells, toSheet } = tableToSheet(columns, zone)
  async function* parts() {
    for await (const rows of readRows(db, written, writing)) yield rows.map(toCells)
  }
  const { rowsASheet } = writing
  yield* writeSheets({
    name: reportOf(written.report).title,
    toSheet,
    timeZoneLabel: written.timeZoneLabel,
    parts: parts(),
    ...(rowsASheet && { rowsASheet }),
  })
}

const tableOf = ({ report, ask, timeZoneLabel }: ReportToWrite) => ({
  columns: namesToColumns<WireRow>(reportOf(report).columns),
  zone: { timeZone: ask.timeZone, timeZoneLabel },
})

/** A row as files are written from it: moments as ISO 8601. */
type WireRow = { readonly [Name in keyof ReportRow]: Exclude<ReportCell, Date> }

/** The rows, part after part; at least one part. One may be empty: whoever takes them can stop there. Those with an item number are counted from 1. */
async function* readRows(db: Db, { ask, source }: ReportToWrite, { onRows, rowsAPart }: Writing) {
  let limit = rowsAPart ?? FIRST_ROWS
  const read = (after: unknown) =>
    inTurn(async () => {
      const started = performance.now()
      const part = await source.read(db, ask, after, limit)
      if (rowsAPart === undefined) limit = toLimit(limit, performance.now() - started)
      return part
    })
  let count = 0
  let reading: Promise<unknown> = Promise.resolve()
  try {
    for (let next = read(undefined); ;) {
      const part = await next
      if (part.next !== undefined) {
        // While these are written.
        reading = next = read(part.next)
        next.catch(() => undefined)
      }
      const rows = part.rows.map((row) => toWire(row, ++count))
      onRows?.(count)
      yield rows
      if (part.next === undefined) return
    }
  } finally {
    // What was begun ends before its database may be closed.
    await reading.catch(() => undefined)
  }
}

/** How many rows are read next, after as many took so long; no more than twice as many, since one quick read says little. */
const toLimit = (rows: number, ms: number): number =>
  Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, rows * 2, Math.round((rows * READ_MS) / ms)))

function toWire(row: ReportRow, number: number): WireRow {
  const wire: Record<string, unknown> = { ITEM: number }
  for (const [name, cell] of Object.entries(row)) wire[name] = cell instanceof Date ? cell.toISOString() : cell
  return wire
}
