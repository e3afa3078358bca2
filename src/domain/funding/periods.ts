// When a month of the ledger can be closed. Rules: docs/rules/periods.md.
import { m } from '#words/messages.js'
import { type CalendarDate, daysInMonth, monthToText } from '../calendar.ts'
import { addDays } from '../dates.ts'

/** The last day of a month such as '2026-11'. */
export function endOfMonth(month: string): CalendarDate {
  const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))
  return `${month}-${String(days).padStart(2, '0')}` as CalendarDate
}

interface Closings {
  /** In the time zone of the programme. */
  readonly today: CalendarDate
  /** The last day that is closed. */
  readonly closedTo: CalendarDate | undefined
}

/** The month before the one that contains `day`: '2026-11' for 2026-12-09. */
export const monthBefore = (day: CalendarDate): string =>
  addDays(`${day.slice(0, 7)}-01` as CalendarDate, -1).slice(0, 7)

/**
 * Why the month cannot be closed. Undefined if it can. A posting can begin in a month and end in the next, so the month
 * must have ended a day ago. The month must follow the last closed month.
 */
export function monthCloseRefusal(month: string, { today, closedTo }: Closings): string | undefined {
  const firstDayToClose = addDays(endOfMonth(month), 2)
  if (today < firstDayToClose) return m.funding_periodNotOver({ month: monthToText(month) })
  if (closedTo === undefined) return undefined
  if (endOfMonth(month) <= closedTo) return m.funding_periodClosedAlready({ month: monthToText(month) })
  const next = addDays(closedTo, 1).slice(0, 7)
  return month === next ? undefined : m.funding_periodNotNext({ month: monthToText(next) })
}
