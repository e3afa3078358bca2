// The time of a saved report's scheduled run: early in the morning in the programme's time zone, so that the previous
// day is complete.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, daysBetween, instantToDate, localToInstant } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import { type RelativePeriodName, relativePeriods, type ReportDays } from './periods.ts'

export const schedules = ['never', 'daily', 'weekly', 'monthly'] as const
export type Schedule = (typeof schedules)[number]

export const scheduleLabels = withTexts<Readonly<Record<Schedule, string>>>({
  never: textOf(m.reports_onlyWhenIRun),
  daily: textOf(m.reports_everyDay),
  weekly: textOf(m.reports_everyMonday),
  monthly: textOf(m.reports_onFirstOfEachMonth),
})

const RUN_TIME = '05:00'
const LATER_RUN_TIME = '06:00'
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = '1970-01-05' as CalendarDate
const DAYS_PER_WEEK = 7

/** The next run after `now`, in epoch milliseconds. Undefined if the report has no schedule. */
export function nextRun(schedule: Schedule, now: number, timeZone: string): number | undefined {
  if (schedule === 'never') return undefined
  let day = instantToDate(now, timeZone)
  for (;;) {
    const at = isRunDay(schedule, day) ? toRunTime(day, timeZone) : undefined
    if (at !== undefined && at > now) return at
    day = addDays(day, 1)
  }
}

/** The time of a run on this day. If the clocks skip the usual time, the report runs an hour later. */
const toRunTime = (day: CalendarDate, timeZone: string): number | undefined =>
  localToInstant(day, RUN_TIME, timeZone) ?? localToInstant(day, LATER_RUN_TIME, timeZone)

/**
 * A run that was missed longer ago is not repeated. Files of saved reports are stored only for a week, so the file of such
 * a run would already be deleted.
 */
const MAX_CATCH_UP_MS = 7 * DAY_MS

interface DueRuns {
  /** The time of the first run that has not happened, in epoch milliseconds. */
  readonly firstRun: number
  /** The current time, in epoch milliseconds. */
  readonly now: number
  readonly timeZone: string
}

/**
 * The days that each due run covers, counted from the day for which the run was scheduled, even if the run is late. If
 * the days of a missed run overlap those of the next run, the next run replaces the missed one.
 */
export function dueDays(
  schedule: Schedule,
  period: RelativePeriodName,
  { firstRun, now, timeZone }: DueRuns,
): readonly ReportDays[] {
  const runs: { readonly at: number; readonly days: ReportDays }[] = []
  let at: number | undefined = firstRun
  while (at !== undefined && at <= now) {
    runs.push({ at, days: relativePeriods[period].days(instantToDate(at, timeZone)) })
    at = nextRun(schedule, at, timeZone)
  }
  const neededRuns = runs.filter((run, index) => {
    const laterRun = runs[index + 1]
    if (laterRun === undefined) return true
    const isRecent = run.at > now - MAX_CATCH_UP_MS
    const isReplaced = run.days.end >= laterRun.days.start
    return isRecent && !isReplaced
  })
  return neededRuns.map(({ days }) => days)
}

function isRunDay(schedule: Exclude<Schedule, 'never'>, day: CalendarDate): boolean {
  switch (schedule) {
    case 'daily':
      return true
    case 'weekly':
      return daysBetween(FIRST_MONDAY, day) % DAYS_PER_WEEK === 0
    case 'monthly':
      return day.endsWith('-01')
  }
}
