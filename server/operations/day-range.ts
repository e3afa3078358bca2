// The range of days of a list: reads it from the call, validates its length, and converts it to a condition on a
// timestamp.
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate, MAX_SEARCH_DAYS, isRangeTooLong, searchRangeError } from '#domain/dates.ts'
import { type Refusal, refuseBy, type SessionContext } from './context.ts'

/** Days from start to end (inclusive), in the programme's time zone. */
export interface DayRange {
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly timeZone: string
}

/** The requested range. By default it ends today and starts 56 days before its end. */
export function toDayRange(
  context: SessionContext,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): DayRange | Refusal {
  const end = (endDate as CalendarDate | undefined) ?? programmeDay(context)
  const start = (startDate as CalendarDate | undefined) ?? addDays(end, -MAX_SEARCH_DAYS)
  const codeOfError = isRangeTooLong(start, end) ? codes.spanTooLong : codes.spanReversed
  const refusal = refuseBy(codeOfError, () => searchRangeError(start, end))
  return refusal ?? { start, end, timeZone: context.client.timeZone }
}

/** An SQL condition. */
export const isWithinDays = (moment: RawBuilder<unknown>, { start, end, timeZone }: DayRange) => sql`(
  ${moment} >= ${start}::date::timestamp AT TIME ZONE ${timeZone}
  AND ${moment} < (${end}::date + 1)::timestamp AT TIME ZONE ${timeZone})`

/** Today in the programme's time zone. */
export const programmeDay = ({ now, client }: Pick<SessionContext, 'now' | 'client'>): CalendarDate =>
  instantToDate(now(), client.timeZone)
