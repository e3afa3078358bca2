// Checks, in row order, whether the funds cover the cards of an order. Calculates how long a new card is valid.
// campaign-rules.ts checks everything else about a row.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import { toRemainingFunds } from '#domain/funding/funds.ts'
import type { Cents } from '#domain/money.ts'

/** Amounts in minor units. */
export interface RowToIssue {
  readonly loadCents: Cents
  /** The fees for the card, in addition to its load. */
  readonly feeCents: Cents
  /** The message if the card cannot be issued for a reason other than the funds. */
  readonly error: string | undefined
}

export interface IssueCheck {
  /** The message that says why the card cannot be issued. Undefined if it can be issued. */
  readonly refusal: string | undefined
  /** True if the reason is that the funds do not cover the card. */
  readonly isUncovered: boolean
}

/**
 * Each row that can be issued takes its load and fees from the funds. As in batches, a row that the funds do not cover
 * fails without affecting later rows.
 */
export function checkRowsToIssue(rows: readonly RowToIssue[], fundsCents: Cents): IssueCheck[] {
  const remainingFunds = toRemainingFunds(fundsCents)
  return rows.map(({ loadCents, feeCents, error }) => {
    if (error !== undefined) return { refusal: error, isUncovered: false }
    return remainingFunds.take(loadCents + feeCents) ? ISSUABLE : NOT_COVERED
  })
}

const ISSUABLE: IssueCheck = { refusal: undefined, isUncovered: false }
const NOT_COVERED = withTexts<IssueCheck>({
  refusal: textOf(m.orders_fundingIsShort),
  isUncovered: true,
})

/**
 * The last day of a card: the ordered day. If no day was ordered, the last day of the month that is `validityMonths` after
 * today, since a card shows only month and year.
 */
export function toExpiryDate(expiryDate: string, validityMonths: number, today: CalendarDate): CalendarDate {
  return textToDate(expiryDate) ?? endOfMonth(addMonths(today, validityMonths))
}

const endOfMonth = (date: CalendarDate): CalendarDate =>
  addDays(addMonths(`${date.slice(0, 7)}-01` as CalendarDate, 1), -1)
