// The periods of reports: the days of a month or a quarter, and the days of periods such as 'last month' when a saved
// report runs.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import type { Report, ReportPeriod } from './reports.ts'

/** The first and last day of a report. */
export interface ReportDays {
  readonly start: CalendarDate
  readonly end: CalendarDate
}

export interface RelativePeriod {
  readonly label: string
  /** The report periods that can use it. */
  readonly reportPeriods: readonly ReportPeriod[]
  /** True for future periods, which only reports that look ahead can use. */
  readonly isInFuture?: true
  /** The days of the period, seen from `today`. */
  readonly days: (today: CalendarDate) => ReportDays
}

const toFirstOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 8)}01` as CalendarDate

function toFirstOfQuarter(day: CalendarDate): CalendarDate {
  const month = Number(day.slice(5, 7))
  const monthsSinceStart = (month - 1) % 3
  return addMonths(toFirstOfMonth(day), -monthsSinceStart)
}

/** The days of this many months, from `start` on. */
export const monthsFrom = (start: CalendarDate, months: number): ReportDays => ({
  start,
  end: addDays(addMonths(start, months), -1),
})

/** The periods of a saved report, relative to the day of its run. */
export const relativePeriods = withTexts({
  today: {
    label: textOf(m.reports_today),
    reportPeriods: ['range', 'day'],
    days: (today) => ({ start: today, end: today }),
  },
  yesterday: {
    label: textOf(m.reports_yesterday),
    reportPeriods: ['range', 'day'],
    days: (today) => ({ start: addDays(today, -1), end: addDays(today, -1) }),
  },
  last7: {
    label: textOf(m.reports_last7Days),
    reportPeriods: ['range'],
    days: (today) => ({ start: addDays(today, -7), end: addDays(today, -1) }),
  },
  last30: {
    label: textOf(m.reports_last30Days),
    reportPeriods: ['range'],
    days: (today) => ({ start: addDays(today, -30), end: addDays(today, -1) }),
  },
  thisMonth: {
    label: textOf(m.common_thisMonth),
    reportPeriods: ['range'],
    days: (today) => ({ start: toFirstOfMonth(today), end: today }),
  },
  lastMonth: {
    label: textOf(m.reports_lastMonth),
    reportPeriods: ['range', 'month'],
    days: (today) => monthsFrom(addMonths(toFirstOfMonth(today), -1), 1),
  },
  next3Months: {
    label: textOf(m.reports_next3Months),
    reportPeriods: ['range'],
    isInFuture: true,
    days: (today) => monthsFrom(today, 3),
  },
  next12Months: {
    label: textOf(m.reports_next12Months),
    reportPeriods: ['range'],
    isInFuture: true,
    days: (today) => monthsFrom(today, 12),
  },
  lastQuarter: {
    label: textOf(m.reports_lastQuarter),
    reportPeriods: ['quarter'],
    days: (today) => monthsFrom(addMonths(toFirstOfQuarter(today), -3), 3),
  },
} as const satisfies Readonly<Record<string, RelativePeriod>>)

export type RelativePeriodName = keyof typeof relativePeriods
export const relativePeriodNames = Object.keys(relativePeriods) as RelativePeriodName[]

/** The relative periods that a report can be saved with. */
export const periodsFor = ({
  period,
  looksAhead,
}: Pick<Report, 'period' | 'looksAhead'>): readonly RelativePeriodName[] =>
  relativePeriodNames.filter((name) => {
    const { reportPeriods, isInFuture }: RelativePeriod = relativePeriods[name]
    // A report that looks ahead has only periods in the future. All other reports have only periods in the past.
    return reportPeriods.includes(period) && isInFuture === looksAhead
  })

/** The years and quarters that the quarterly report offers. */
export const FIRST_YEAR = 1990
export const LAST_YEAR = 2099
export const quarters = [1, 2, 3, 4] as const
export type Quarter = (typeof quarters)[number]

export function quarterToDays(year: number, quarter: Quarter): ReportDays {
  const firstMonth = quarter * 3 - 2
  return monthsFrom(`${year}-${String(firstMonth).padStart(2, '0')}-01` as CalendarDate, 3)
}

/** The days of a month 'yyyy-mm'. Undefined if no such month exists. */
export function monthToDays(month: string): ReportDays | undefined {
  const firstDay = textToDate(`${month}-01`)
  return firstDay && monthsFrom(firstDay, 1)
}
