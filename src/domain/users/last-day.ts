// The last day of a user, a group or a key, and the instant of its end in the programme's time zone.
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addDays, instantToDate, localToInstant } from '#domain/dates.ts'
import type { Zone } from '#domain/instants.ts'

type TimeZone = Pick<Zone, 'timeZone'>

/** The last day before an end: the end is the first moment after that day. */
export const endToDay = (endsAt: Date, { timeZone }: TimeZone): CalendarDate =>
  instantToDate(endsAt.getTime() - 1, timeZone)

/** The first moment after a day. Undefined for a text that is no day. */
export function dayToEnd(lastDay: string, { timeZone }: TimeZone): Date | undefined {
  const day = textToDate(lastDay)
  const end = day && localToInstant(addDays(day, 1), '00:00', timeZone)
  return end === undefined ? undefined : new Date(end)
}
