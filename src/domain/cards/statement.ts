// Date ranges and file names of statements. Rules: docs/rules/cards.md, "Statement".
import { m } from '#words/messages.js'
import type { CalendarDate } from '#domain/calendar.ts'
import { addMonths, instantToTimestamp } from '#domain/dates.ts'
import { toPlainNumber } from '#domain/texts/clean-text.ts'

export const MIN_STATEMENT_YEAR = 1970

/** Why a date range is refused. Undefined if it is valid. The years are checked before the order of the dates. */
export function statementRangeRefusal(start: CalendarDate, end: CalendarDate): string | undefined {
  const isTooEarly = (date: CalendarDate) => Number(date.slice(0, 4)) < MIN_STATEMENT_YEAR
  if (isTooEarly(start) || isTooEarly(end)) return m.cards_dateBefore1970()
  return start > end ? m.cards_startAfterEnd() : undefined
}

/** The last 3 months up to today. */
export const defaultStatementRange = (today: CalendarDate): { start: CalendarDate; end: CalendarDate } => ({
  start: addMonths(today, -3),
  end: today,
})

/** The name of the PDF and of the other downloads, without extension. */
export const statementFileName = (tracking: string, start: string, end: string): string =>
  `CardStatementTrackingNumber_${tracking}_from${start}_to${end}`

/** The name of the result list as csv. */
export const SEARCH_FILE_NAME = 'cardsearch.csv'

/** The combined statement's name. The timestamp 'yyyymmddhhmmss' is in the programme's time zone. */
export const combinedStatementFileName = (epochMs: number, timeZone: string): string =>
  `CardSearch-combined-statement-${instantToTimestamp(epochMs, timeZone)}.csv`

/** Drops non-numeric characters and leading zeros from an amount field, and keeps at most two decimals. */
export function stripAmountInput(input: string): string {
  const [whole = '', ...decimalParts] = toPlainNumber(input)
    .replace(/[^0-9.]/g, '')
    .split('.')
  const wholeDigits = whole.replace(/^0+(?=[0-9])/, '')
  const hasPoint = decimalParts.length > 0
  return hasPoint ? `${wholeDigits}.${decimalParts.join('').slice(0, 2)}` : wholeDigits
}
