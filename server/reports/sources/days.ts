// Days of the programme's zone as SQL, and what of them has come: a report of days to come has nothing in it yet.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { ReportAsk, ReportSource } from '../source.ts'

/** The moment that a day begins, at midnight of the zone. */
export const startOf = (day: CalendarDate, { timeZone }: ReportAsk): RawBuilder<Date> =>
  sql<Date>`(${day}::date::timestamp AT TIME ZONE ${timeZone})`

/** The midnight that ends a day. */
export const midnightAfter = (day: CalendarDate, { timeZone }: ReportAsk): RawBuilder<Date> =>
  sql<Date>`((${day}::date + 1)::timestamp AT TIME ZONE ${timeZone})`

/** The end of a day for what has no place in the ledger: of today the moment that was asked, with what happened in it. */
export const endOf = (day: CalendarDate, ask: ReportAsk): RawBuilder<Date> =>
  sql<Date>`least(${midnightAfter(day, ask)}, ${ask.asOf}::timestamptz + interval '1 millisecond')`

/** The day of a moment, as a column. */
export const dayOf = (moment: RawBuilder<unknown>, { timeZone }: ReportAsk): RawBuilder<CalendarDate> =>
  sql<CalendarDate>`(${moment} AT TIME ZONE ${timeZone})::date`

/** The programme's day on which it was asked. */
export const todayOf = ({ asOf, timeZone }: ReportAsk): CalendarDate => instantToDate(asOf.getTime(), timeZone)

/** The source for days up to today; of later ones there is nothing. */
export function untilToday({ count, read }: ReportSource): ReportSource {
  const come = (ask: ReportAsk): ReportAsk | undefined => {
    const today = todayOf(ask)
    if (ask.start > today) return undefined
    return ask.end > today ? { ...ask, end: today } : ask
  }
  return {
    count: async (db, ask) => {
      const asked = come(ask)
      return asked ? count(db, asked) : 0
    },
    read: async (db, ask, after, limit) => {
      const asked = come(ask)
      return asked ? read(db, asked, after, limit) : { rows: [], next: undefined }
    },
  }
}
