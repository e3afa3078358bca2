// Decides, in row order, whether the rows of an order can be paid for and get card numbers now, and how long a new card
// is valid. campaign-rules.ts checks the row and its campaign.
import { m } from '#words/messages.js'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import { createPurse } from '#domain/funding.ts'
import type { Cents } from '#domain/money.ts'

/** Amounts in minor units. */
export interface RowToIssue {
  readonly loadCents: Cents
  /** The total cost of the card in addition to its load. */
  readonly feeCents: Cents
  /** Another reason why the card cannot be issued, in words. */
  readonly error: string | undefined
}

export interface IssueJudgement {
  /** The reason why the row cannot be issued, in words; undefined if it can. */
  readonly refusal: string | undefined
  /** True if the funds are the reason. */
  readonly isShort: boolean
}

/**
 * Each row that can be issued takes its load and fees from the funds. As in batches, a row that the funds do not cover
 * fails without affecting later rows.
 */
export function judgeIssue(rows: readonly RowToIssue[], fundsCents: Cents): IssueJudgement[] {
  const take = createPurse(fundsCents)
  return rows.map(({ loadCents, feeCents, error }) => {
    if (error !== undefined) return { refusal: error, isShort: false }
    return take(loadCents + feeCents) ? SOUND : SHORT
  })
}

const SOUND: IssueJudgement = { refusal: undefined, isShort: false }
const SHORT: IssueJudgement = {
  get refusal() {
    return m.orders_fundingIsShort()
  },
  isShort: true,
}

/**
 * The last day of a card: the ordered day, or the end of the month after `validityMonths`, since cards show a month.
 */
export function expiryOf(expiryDate: string, validityMonths: number, today: CalendarDate): CalendarDate {
  return textToDate(expiryDate) ?? endOfMonth(addMonths(today, validityMonths))
}

const endOfMonth = (date: CalendarDate): CalendarDate =>
  addDays(addMonths(`${date.slice(0, 7)}-01` as CalendarDate, 1), -1)
