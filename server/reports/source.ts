// The interface of every report: rows that are read in chunks by key, so that a million rows are never in memory and no long statement
// blocks other calls.
import type { CalendarDate } from '#domain/calendar.ts'
import type { ReportColumnName } from '#domain/reports/columns.ts'
import type { Db } from '#server/operations/context.ts'
import type { Scope } from '#server/operations/scope.ts'

/** The parameters of a report; made by `toReportQuery` (report-query.ts). */
export interface ReportQuery extends Scope {
  /** First and last day, in the programme's time zone. */
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly timeZone: string
  /** When it was asked: nothing later is in the report, however long reading takes. */
  readonly asOf: Date
  /** The newest ledger transaction at that time. All transactions up to it are committed; none after it is in the report. */
  readonly upTo: number
  /** For tests: transactions or cards that one statement looks at, to have several statements with little data. */
  readonly statementSize?: number
}

/** Amounts in minor units, days 'yyyy-mm-dd', times as Date. */
export type ReportCell = string | number | boolean | Date | null
/** Keyed by the names of the report's columns; other keys are ignored. */
export type ReportRow = Readonly<Partial<Record<ReportColumnName, ReportCell>>>

export interface ReportChunk {
  /** Can be empty before the last chunk, when much had to be read to find nothing. */
  readonly rows: readonly ReportRow[]
  /** Where the next chunk starts, as JSON values; undefined after the last chunk. */
  readonly next: unknown
}

export interface ReportSource {
  /** Number of rows of the whole report. */
  readonly count: (db: Db, query: ReportQuery) => Promise<number>
  /** At most `limit` rows in the report's order. `after` is the `next` of the chunk before, undefined for the first. */
  readonly read: (db: Db, query: ReportQuery, after: unknown, limit: number) => Promise<ReportChunk>
}
