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

/** The next run after `now` (epoch milliseconds); undefined if the report has no schedule. */
export function nextRun(schedule: Schedule, now: number, timeZone: string): number | undefined {
  if (schedule === 'never') return undefined
  let day = instantToDate(now, timeZone)
  for (;;) {
    const at = isDue(schedule, day) ? runTimeOn(day, timeZone) : undefined
    if (at !== undefined && at > now) return at
    day = addDays(day, 1)
  }
}

/** If the clocks skip the hour on this day, the report runs an hour later. */
const runTimeOn = (day: CalendarDate, timeZone: string): number | undefined =>
  localToInstant(day, RUN_TIME, timeZone) ?? localToInstant(day, LATER_RUN_TIME, timeZone)

/** Files of saved reports are stored for a week, so a run that was missed earlier is not made up for. */
const MAKES_UP_FOR_MS = 7 * DAY_MS

interface DueRuns {
  /** The time of the first run that has not happened, and the current time, in epoch milliseconds. */
  readonly firstRun: number
  readonly now: number
  readonly timeZone: string
}

/**
 * The days of each run that is due, as seen from the day of that run: a run that is late keeps its days. A missed run
 * whose days overlap those of the next one is left out, since the next one replaces it.
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
    const isRecent = run.at > now - MAKES_UP_FOR_MS
    return isRecent && run.days.end < laterRun.days.start
  })
  return neededRuns.map(({ days }) => days)
}

function isDue(schedule: Exclude<Schedule, 'never'>, day: CalendarDate): boolean {
  if (schedule === 'monthly') return day.endsWith('-01')
  const isMonday = daysBetween(FIRST_MONDAY, day) % DAYS_PER_WEEK === 0
  return schedule === 'daily' || isMonday
}
