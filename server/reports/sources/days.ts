// Days of the programme's time zone in SQL, and a limit of reports to days that have begun.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { ReportQuery, ReportSource } from '../source.ts'

/** The midnight that begins a day. */
export const startOf = (day: CalendarDate, { timeZone }: ReportQuery): RawBuilder<Date> =>
  sql<Date>`(${day}::date::timestamp AT TIME ZONE ${timeZone})`

/** The midnight that ends a day. */
export const midnightAfter = (day: CalendarDate, { timeZone }: ReportQuery): RawBuilder<Date> =>
  sql<Date>`((${day}::date + 1)::timestamp AT TIME ZONE ${timeZone})`

/**
 * The end of a day, for data outside the ledger. Today ends one millisecond after the time of the request, so that
 * `< endOf(…)` includes the time of the request.
 */
export const endOf = (day: CalendarDate, query: ReportQuery): RawBuilder<Date> =>
  sql<Date>`least(${midnightAfter(day, query)}, ${query.asOf}::timestamptz + interval '1 millisecond')`

/** The day of a time, as an SQL expression. */
export const dayOf = (time: RawBuilder<unknown>, { timeZone }: ReportQuery): RawBuilder<CalendarDate> =>
  sql<CalendarDate>`(${time} AT TIME ZONE ${timeZone})::date`

/** The programme's date at the time of the request. */
export const todayOf = ({ asOf, timeZone }: ReportQuery): CalendarDate => instantToDate(asOf.getTime(), timeZone)

/** Limits a source to days up to today. Later days have no rows. */
export function untilToday({ count, read }: ReportSource): ReportSource {
  /** Undefined if all days are later than today. */
  const limitToToday = (query: ReportQuery): ReportQuery | undefined => {
    const today = todayOf(query)
    if (query.start > today) return undefined
    return query.end > today ? { ...query, end: today } : query
  }
  return {
    count: async (db, query) => {
      const limitedQuery = limitToToday(query)
      return limitedQuery ? count(db, limitedQuery) : 0
    },
    read: async (db, query, after, limit) => {
      const limitedQuery = limitToToday(query)
      return limitedQuery ? read(db, limitedQuery, after, limit) : { rows: [], next: undefined }
    },
  }
}
