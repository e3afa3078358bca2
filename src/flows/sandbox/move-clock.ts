// Moves the clock of a sandbox, waits until the work that became due has run, and returns which work ran.
import type { ClockJob } from '#contract/sandbox.ts'
import { client } from '#brand/current.ts'
import { addDays, instantToDate, localToInstant } from '#domain/dates.ts'
import { dateToDayNumber } from '#domain/calendar.ts'
import { DAY_MS } from '#domain/units.ts'
import { currentTime, setClock } from '#services/clock.ts'
import { change, request } from '#services/server/api.ts'
import { queryClient } from '#services/server/queries.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

export interface WorkRun {
  readonly work: ClockJob
  readonly count: number
  readonly failedCount: number
}

export type MoveResult =
  | (Runs & { readonly ok: true; readonly now: string })
  | { readonly ok: false; readonly isOutcomeUnknown: boolean; readonly text: string }

const POLL_MS = 500
/** Waits for about a minute. A large batch may then still be running. */
const MAX_POLLS = 120

const reusedId = createReusedRequestId()

/** `to`: milliseconds since 1970. A repeated move to the same time has no further effect. */
export async function moveClock(to: number): Promise<MoveResult> {
  const params = { to: new Date(to).toISOString() }
  const response = await change('moveClock', { ...params, requestId: reusedId.idOf(params) })
  if (!response.ok) return { ok: false, isOutcomeUnknown: response.kind === 'unreachable', text: response.text }
  reusedId.forget()
  const { now, rate, lastRun } = response.result
  setClock({ now: Date.parse(now), rate })
  const runs = await waitForRuns(lastRun)
  void queryClient.invalidateQueries()
  return { ok: true, now, ...runs }
}

interface Runs {
  readonly ran: readonly WorkRun[]
  readonly waiting: number
}

/** Waits for the runs that began after the run with the number `lastRun`. */
async function waitForRuns(lastRun: number): Promise<Runs> {
  let latest: Runs = { ran: [], waiting: 0 }
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const response = await request('clockRuns', { after: lastRun })
    if (response.ok) {
      latest = response.result
      if (latest.waiting === 0) return latest
    } else if (response.kind === 'refused') return latest
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return latest
}

/** The same time on the next day. */
export const nextDay = (): number => currentTime() + DAY_MS

const START_OF_WORK = '09:00'
// Day number 0 (0000-03-01) is a Wednesday. After three days follows a Saturday.
const SATURDAY = 3
const SUNDAY = 4
const isWeekend = (dayNumber: number): boolean => [SATURDAY, SUNDAY].includes(dayNumber % 7)

/** 09:00 on the next day from Monday to Friday, in the programme's time zone. */
export function nextWorkingDay(): number {
  let date = addDays(instantToDate(currentTime(), client.timeZone), 1)
  while (isWeekend(dateToDayNumber(date))) date = addDays(date, 1)
  return localToInstant(date, START_OF_WORK, client.timeZone) ?? nextDay()
}
