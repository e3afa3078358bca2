// Whether the rows of an order can be paid for and numbered at this moment, all of them in their order; and how long a new card is
// valid. What the row and its campaign allow is campaign-rules.ts.
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import { createPurse } from '#domain/funding.ts'
import type { Cents } from '#domain/money.ts'
import * as say from '#words/domain/order.ts'

/** Amounts in minor units. */
export interface RowToIssue {
  readonly loadCents: Cents
  /** All that is paid for the card besides its load. */
  readonly feeCents: Cents
  /** What stands against it anyhow, in words. */
  readonly error: string | undefined
}

/** Of a campaign without a range of card numbers, or with one that is used up. */
export const NO_NUMBERS_LEFT = say.noCardNumbersLeft

export interface IssueJudgement {
  /** Why the row cannot be issued, in words; undefined if it can. */
  readonly refusal: string | undefined
  /** True if the funds are the reason. */
  readonly isShort: boolean
}

/** Each row that can be issued takes its load and fees off the funds; one that they do not cover fails alone, as with batches. */
export function judgeIssue(rows: readonly RowToIssue[], fundsCents: Cents): IssueJudgement[] {
  const take = createPurse(fundsCents)
  return rows.map(({ loadCents, feeCents, error }) => {
    if (error !== undefined) return { refusal: error, isShort: false }
    return take(loadCents + feeCents) ? SOUND : SHORT
  })
}

const SOUND: IssueJudgement = { refusal: undefined, isShort: false }
const SHORT: IssueJudgement = { refusal: say.fundingIsShort, isShort: true }

/** The last day of a card: as ordered, else the end of the month that is so many months from now, since cards show a month. */
export function expiryOf(expiryDate: string, validityMonths: number, today: CalendarDate): CalendarDate {
  return textToDate(expiryDate) ?? endOfMonth(addMonths(today, validityMonths))
}

const endOfMonth = (date: CalendarDate): CalendarDate =>
  addDays(addMonths(`${date.slice(0, 7)}-01` as CalendarDate, 1), -1)
