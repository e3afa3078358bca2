// The days of a saved report's runs, which are those of the day on which each run was due, however late it is made.
import { expect, it } from 'vitest'
import type { RelativePeriodName } from '#domain/reports/periods.ts'
import { dueDays, type Schedule } from '#domain/reports/schedule.ts'

const timeZone = 'Asia/Singapore'
const at = (localTime: string) => Date.parse(`${localTime}:00+08:00`)
const spans = (schedule: Schedule, period: RelativePeriodName, firstRun: string, now: string) =>
  dueDays(schedule, period, { firstRun: at(firstRun), now: at(now), timeZone }).map(
    ({ start, end }) => `${start}/${end}`,
  )

it.each<[string, Schedule, RelativePeriodName, string, string, string[]]>([
  ['in time', 'daily', 'yesterday', '2026-11-29T05:00', '2026-11-29T05:00', ['2026-11-28/2026-11-28']],
  ['missed over midnight', 'daily', 'yesterday', '2026-11-29T05:00', '2026-11-30T02:50', ['2026-11-28/2026-11-28']],
  [
    'missed for two days',
    'daily',
    'yesterday',
    '2026-11-29T05:00',
    '2026-11-30T08:00',
    ['2026-11-28/2026-11-28', '2026-11-29/2026-11-29'],
  ],
  [
    'missed over the end of a week',
    'weekly',
    'last7',
    '2026-11-30T05:00',
    '2026-12-03T08:00',
    ['2026-11-23/2026-11-29'],
  ],
  [
    'missed over the end of a month',
    'monthly',
    'lastMonth',
    '2026-11-01T05:00',
    '2026-11-30T08:00',
    ['2026-10-01/2026-10-31'],
  ],
  [
    'missed over the end of a quarter',
    'monthly',
    'lastQuarter',
    '2026-10-01T05:00',
    '2026-10-31T08:00',
    ['2026-07-01/2026-09-30'],
  ],
  ['replaced by the next run', 'daily', 'last30', '2026-11-28T05:00', '2026-11-30T08:00', ['2026-10-31/2026-11-29']],
  [
    'replaced until the month ends',
    'daily',
    'lastMonth',
    '2026-10-30T05:00',
    '2026-11-02T08:00',
    ['2026-09-01/2026-09-30', '2026-10-01/2026-10-31'],
  ],
  ['not due yet', 'daily', 'yesterday', '2026-11-30T05:00', '2026-11-30T04:59', []],
])('a run %s has the days of its own day', (_, schedule, period, firstRun, now, days) => {
  expect(spans(schedule, period, firstRun, now)).toEqual(days)
})

it('runs that were missed more than a week ago are not made up for, since their files would be deleted by now', () => {
  const days = spans('daily', 'yesterday', '2026-10-01T05:00', '2026-11-30T08:00')
  expect(days).toHaveLength(7)
  expect(days[0]).toBe('2026-11-23/2026-11-23')
})
