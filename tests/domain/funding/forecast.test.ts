// The forecast of the funding account: the balance after each run, the first day that is short, and the threshold
// (docs/rules/funding.md, "Low funds").
import { expect, it } from 'vitest'
import { forecastFunds, shortageToText } from '#domain/funding/forecast.ts'
import { instantToDate } from '#domain/dates.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Commitment } from '#domain/funding/funds.ts'
import { type Cents, cents } from '#domain/money.ts'

const now = Date.parse('2026-11-28T01:00:00Z')
const item = (id: number, amount: number, runsAt?: string): Commitment => ({
  kind: 'batch',
  id,
  cents: cents(amount),
  runsAt: runsAt === undefined ? undefined : Date.parse(runsAt),
})
const forecast = (balance: number, commitments: readonly Commitment[], threshold?: number) =>
  forecastFunds(
    { currency: 'SGD', balanceCents: cents(balance), commitments },
    {
      thresholdCents: threshold === undefined ? undefined : (threshold as Cents),
      now,
      toDay: (instant): CalendarDate => instantToDate(instant, 'Asia/Singapore'),
    },
  )

it('gives the balance after each run, in the order of the runs', () => {
  const { steps, availableCents, shortage } = forecast(1_000, [
    item(3, 200, '2026-11-30T01:00:00Z'),
    item(1, 300, '2026-11-29T01:00:00Z'),
    item(2, 100),
    item(4, 0, '2026-11-29T01:00:00Z'),
  ])
  expect(steps.map(({ id, balanceCents }) => [id, balanceCents])).toEqual([
    [2, 900],
    [1, 600],
    [3, 400],
  ])
  expect(availableCents).toBe(400)
  expect(shortage).toBeUndefined()
})

it.each([
  ['the day before is covered exactly', 300, [item(1, 300, '2026-11-29T01:00:00Z')], undefined],
  [
    'a day is short by all of its runs, in the time zone of the programme',
    300,
    [
      item(1, 300, '2026-11-29T01:00:00Z'),
      item(2, 500, '2026-11-29T17:00:00Z'),
      item(3, 700, '2026-11-30T15:00:00Z'),
      item(4, 900, '2026-11-30T17:00:00Z'),
    ],
    { on: '2026-11-30', cents: 1_200 },
  ],
  ['what runs as soon as possible has no day', 300, [item(1, 301)], { on: undefined, cents: 1 }],
  ['what is overdue runs as soon as possible', 0, [item(1, 5, '2026-11-28T00:59:00Z')], { on: undefined, cents: 5 }],
])('shortage: %s', (_, balance, commitments, expected) => {
  expect(forecast(balance, commitments).shortage).toEqual(expected)
})

it.each([
  [undefined, false],
  [700, false],
  [701, true],
])('is low with a threshold of %s: %s', (threshold, isLow) => {
  expect(forecast(1_000, [item(1, 300, '2026-12-24T01:00:00Z')], threshold).isLow).toBe(isLow)
})

it('says the day and what is missing', () => {
  expect(shortageToText({ on: '2026-11-30', amount: '12000.00' }, 'SGD')).toBe(
    'Will not suffice on 30 Nov 2026: SGD 12,000.00 short',
  )
  expect(shortageToText({ on: null, amount: '0.01' }, 'SGD')).toBe('Does not suffice: SGD 0.01 short')
})
