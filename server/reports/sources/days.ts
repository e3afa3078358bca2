// Days of the programme's time zone in SQL, and a report's limitation to days that have begun.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { ReportAsk, ReportSource } from '../source.ts'

/** The midnight that begins a day. */
export const startOf = (day: CalendarDate, { timeZone }: ReportAsk): RawBuilder<Date> =>
  sql<Date>`(${day}::date::timestamp AT TIME ZONE ${timeZone})`

/** The midnight that ends a day. */
export const midnightAfter = (day: CalendarDate, { timeZone }: ReportAsk): RawBuilder<Date> =>
  sql<Date>`((${day}::date + 1)::timestamp AT TIME ZONE ${timeZone})`

/** The end of a day, for what is not in the ledger; for today it is the time of the ask, inclusive. */
export const endOf = (day: CalendarDate, ask: ReportAsk): RawBuilder<Date> =>
  sql<Date>`least(${midnightAfter(day, ask)}, ${ask.asOf}::timestamptz + interval '1 millisecond')`

/** The day of a moment, as an expression. */
export const dayOf = (moment: RawBuilder<unknown>, { timeZone }: ReportAsk): RawBuilder<CalendarDate> =>
  sql<CalendarDate>`(${moment} AT TIME ZONE ${timeZone})::date`

/** The programme's date at the time of the ask. */
export const todayOf = ({ asOf, timeZone }: ReportAsk): CalendarDate => instantToDate(asOf.getTime(), timeZone)

/** Limits a source to days up to today; later days have no rows. */
export function untilToday({ count, read }: ReportSource): ReportSource {
  const limited = (ask: ReportAsk): ReportAsk | undefined => {
    const today = todayOf(ask)
    if (ask.start > today) return undefined
    return ask.end > today ? { ...ask, end: today } : ask
  }
  return {
    count: async (db, ask) => {
      const asked = limited(ask)
      return asked ? count(db, asked) : 0
    },
    read: async (db, ask, after, limit) => {
      const asked = limited(ask)
      return asked ? read(db, asked, after, limit) : { rows: [], next: undefined }
    },
  }
}
