// The interface of every report. Rows are read in chunks, and each chunk starts after a position. So a million rows are
// never in memory, and no long statement blocks other calls.
import type { CalendarDate } from '#domain/calendar.ts'
import type { ReportColumnName } from '#domain/reports/columns.ts'
import type { Db } from '#server/operations/context.ts'
import type { Scope } from '#server/operations/scope.ts'

/** The parameters of a report. `toReportQuery` (report-query.ts) returns them. */
export interface ReportQuery extends Scope {
  /** The first day, in the programme's time zone. */
  readonly start: CalendarDate
  /** The last day. */
  readonly end: CalendarDate
  readonly timeZone: string
  /** The time of the request. The report contains nothing later, however long reading takes. */
  readonly asOf: Date
  /**
   * The newest ledger transaction at the time of the request. All transactions with lower ids are committed. Later
   * transactions are not in the report.
   */
  readonly lastTransactionId: number
  /**
   * Only for tests: the number of transactions or cards per statement, so that little data needs several statements.
   */
  readonly statementSize?: number
}

/** Amounts in minor units, days 'yyyy-mm-dd', times as Date. */
export type ReportCell = string | number | boolean | Date | null
/** The cells by the names of the report's columns. Other keys are ignored. */
export type ReportRow = Readonly<Partial<Record<ReportColumnName, ReportCell>>>

export interface ReportChunk {
  /** Can be empty even before the last chunk, if much data was read without finding rows. */
  readonly rows: readonly ReportRow[]
  /** The start of the next chunk, as JSON values. Undefined after the last chunk. */
  readonly next: unknown
}

export interface ReportSource {
  /** Number of rows of the whole report. */
  readonly count: (db: Db, query: ReportQuery) => Promise<number>
  /**
   * Returns at most `limit` rows in the report's order. `after` is the `next` of the previous chunk, undefined for the
   * first.
   */
  readonly read: (db: Db, query: ReportQuery, after: unknown, limit: number) => Promise<ReportChunk>
}
