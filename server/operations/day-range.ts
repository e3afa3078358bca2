// Reads and validates the range of days of a list, and converts it to an SQL condition on a timestamp.
import { type RawBuilder, sql } from 'kysely'
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate, isRangeTooLong, MAX_SEARCH_DAYS, reversedRangeError } from '#domain/dates.ts'
import { type Refusal, refuse, checkRule, type SessionContext } from './context.ts'

export interface DayRange {
  readonly start: CalendarDate
  /** The last day, which is part of the range. */
  readonly end: CalendarDate
  /** The programme's time zone, in which the days are counted. */
  readonly timeZone: string
}

/** The requested range. The default end is today. The default start is MAX_SEARCH_DAYS before the end. */
export function toDayRange(
  context: SessionContext,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): DayRange | Refusal {
  const end = (endDate as CalendarDate | undefined) ?? programmeDay(context)
  const start = (startDate as CalendarDate | undefined) ?? addDays(end, -MAX_SEARCH_DAYS)
  if (isRangeTooLong(start, end)) return refuse(codes.spanTooLong, m.dates_spanTooLong)
  const refusal = checkRule(codes.spanReversed, () => reversedRangeError(start, end))
  return refusal ?? { start, end, timeZone: context.client.timeZone }
}

/** An SQL condition: true if the moment is within the days. */
export const isWithinDaysSql = (moment: RawBuilder<unknown>, { start, end, timeZone }: DayRange) => sql`(
  ${moment} >= ${start}::date::timestamp AT TIME ZONE ${timeZone}
  AND ${moment} < (${end}::date + 1)::timestamp AT TIME ZONE ${timeZone})`

/** Today in the programme's time zone. */
export const programmeDay = ({ now, client }: Pick<SessionContext, 'now' | 'client'>): CalendarDate =>
  instantToDate(now(), client.timeZone)
