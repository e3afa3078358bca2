// What every report is to the host: rows that are read part after part by a key, so that neither a million cards stand in memory nor
// other callers wait for one long statement.
import type { CalendarDate } from '#domain/calendar.ts'
import type { ReportColumnName } from '#domain/reports/columns.ts'
import type { Db } from '#server/context.ts'

/** What a report is asked for; `toAsk` (ask.ts) makes one. */
export interface ReportAsk {
  readonly ownerId: number
  /** Campaigns of the owner; undefined for all of them. */
  readonly campaignIds: readonly number[] | undefined
  /** Both included, days of the programme's zone. */
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly timeZone: string
  /** The moment it was asked: what comes later is not in it, however long it is read. */
  readonly asOf: Date
  /** The newest transaction of the ledger then: with it all before it are there, and none after it is in the report. */
  readonly upTo: number
  /** Transactions or cards that one statement looks at, where a test has not as many as there may be. */
  readonly statementSize?: number
}

/** Amounts in minor units, days 'yyyy-mm-dd', moments as Date. */
export type ReportCell = string | number | boolean | Date | null
/** By the names of its report's columns; what it holds besides is left out. */
export type ReportRow = Readonly<Partial<Record<ReportColumnName, ReportCell>>>

export interface ReportPart {
  /** May be none before the last part, where much had to be read to find that nothing is in it. */
  readonly rows: readonly ReportRow[]
  /** Where the next part begins, as plain values (JSON); undefined after the last. */
  readonly next: unknown
}

export interface ReportSource {
  /** Rows of the whole report. */
  readonly count: (db: Db, ask: ReportAsk) => Promise<number>
  /** At most `limit` rows from `after` on (as `next` gave it; undefined at the beginning), in the report's order. */
  readonly read: (db: Db, ask: ReportAsk, after: unknown, limit: number) => Promise<ReportPart>
}
