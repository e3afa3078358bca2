// The hour of an approved batch: read from the call, and the jobs that wait for it.
import { codes } from '#contract/codes.ts'
import { refuseSchedule, textToSchedule } from '#domain/batch/schedule.ts'
import { textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { enqueuePreflight } from './preflight.ts'
import { PROCESS_BATCH } from './process.ts'

/** When it is to run, in milliseconds since 1970; undefined for at once. */
export function readSchedule({ client, now }: SessionContext, text: string | undefined): number | Refusal | undefined {
  if (text === undefined) return undefined
  const { date, time } = textToSchedule(text)
  const message = refuseSchedule(date, time, client.timeZone, now())
  if (message !== undefined)
    return refuse(codes.refusedParameters, message, { errors: [{ path: 'scheduledDate', message }] })
  const day = textToDate(date)
  return day && localToInstant(day, time, client.timeZone)
}

/** The hour as the audit trail keeps it. */
export const scheduleToFact = (schedule: number | undefined): string | undefined =>
  schedule === undefined ? undefined : new Date(schedule).toISOString()

/** The run of an approved batch, at once or at its hour and then with a look ahead. Call `jobs.wake` after the commit. */
export async function enqueueRun({ db, jobs, now }: SessionContext, id: number, schedule: number | undefined) {
  const runAt = schedule === undefined ? {} : { runAt: schedule }
  await jobs.enqueue(db, PROCESS_BATCH, { batchId: id }, { singletonKey: String(id), ...runAt })
  if (schedule !== undefined) await enqueuePreflight(jobs, db, { batchId: id, scheduledAt: schedule }, now())
}
