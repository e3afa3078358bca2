// Statement ranges and names (cards §5, §9).
import type { CalendarDate } from '#domain/calendar.ts'
import { addMonths, instantToStamp } from '#domain/dates.ts'
import * as say from '#words/domain/cards.ts'

export const MIN_STATEMENT_YEAR = 1970

/** cards §5: the year is told before the order. */
export function refuseStatementRange(start: CalendarDate, end: CalendarDate): string | undefined {
  if (Number(start.slice(0, 4)) < MIN_STATEMENT_YEAR || Number(end.slice(0, 4)) < MIN_STATEMENT_YEAR) {
    return say.startDateOrEndDateCan
  }
  return start > end ? say.startDateCanNotBeGreater : undefined
}

/** cards §5: the last 3 months to today. */
export const defaultStatementRange = (today: CalendarDate): { start: CalendarDate; end: CalendarDate } => ({
  start: addMonths(today, -3),
  end: today,
})

/** cards §9: the PDF's name, without its ending; the other downloads follow it. */
export const statementFileName = (tracking: string, start: string, end: string): string =>
  `CardStatementTrackingNumber_${tracking}_from${start}_to${end}`

/** cards §9: the name of the result list as csv. */
export const SEARCH_FILE_NAME = 'cardsearch.csv'

/** cards §9: the combined statement's name; the timestamp is the moment in the programme's zone, 'yyyymmddhhmmss'. */
export const combinedStatementFileName = (epochMs: number, timeZone: string): string =>
  `CardSearch-combined-statement-${instantToStamp(epochMs, timeZone)}.csv`

/** cards §5: amount inputs lose non-numeric characters and leading zeros, and keep two decimals at most. */
export function stripAmountInput(input: string): string {
  const [whole = '', ...rest] = input.replace(/[^0-9.]/g, '').split('.')
  const digits = whole.replace(/^0+(?=[0-9])/, '')
  return rest.length === 0 ? digits : `${digits}.${rest.join('').slice(0, 2)}`
}
