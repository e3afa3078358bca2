// The funds that pay for an ordered card, and the expiry date of the card.
import { describe, expect, it } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { cents } from '#domain/money.ts'
import { toExpiryDate, checkRowsToIssue } from '#domain/order/issue.ts'

const row = (load: number, fee: number, error?: string) => ({ loadCents: cents(load), feeCents: cents(fee), error })

describe('the funds of an order', () => {
  it('are used in row order; only rows that they do not cover fail', () => {
    const results = checkRowsToIssue([row(500, 50), row(1_000, 0), row(400, 50), row(0, 1), row(0, 0)], cents(1_000))
    expect(results.map(({ isUncovered }) => isUncovered)).toEqual([false, true, false, true, false])
    expect(results.map(({ refusal }) => refusal !== undefined)).toEqual([false, true, false, true, false])
  })

  it('are not used for a row that has another error', () => {
    expect(checkRowsToIssue([row(900, 0, 'closed'), row(900, 100)], cents(1_000))).toEqual([
      { refusal: 'closed', isUncovered: false },
      { refusal: undefined, isUncovered: false },
    ])
  })
})

describe('the last day of a new card', () => {
  const date = (day: string) => day as CalendarDate
  const VALIDITY_MONTHS = 24
  it.each([
    ['2027-05-06', '2026-01-31', '2027-05-06'],
    ['', '2026-01-31', '2028-01-31'],
    ['', '2026-02-01', '2028-02-29'],
    ['', '2026-12-31', '2028-12-31'],
  ])('ordered %s on %s: %s', (ordered, today, expected) => {
    expect(toExpiryDate(ordered, VALIDITY_MONTHS, date(today))).toBe(expected)
  })
})
