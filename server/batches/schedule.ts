// The scheduled time of an approved batch: parsed from the call, changed or removed, and the jobs that wait for it.
import { sql } from 'kysely'
import { refuseSchedule, textToSchedule } from '#domain/batch/schedule.ts'
import { BATCH_UNSCHEDULED, refuseReschedule, refuseUnschedule, scheduledOn } from '#domain/batch/states.ts'
import { textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import type { Handler, Refusal, SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { PROCESS_BATCH } from './jobs.ts'
import { refuseOwnMaker } from '#server/operations/user-changes.ts'
import { lockBatch } from './lock.ts'
import { enqueueBatchMail } from './mail.ts'
import { enqueuePreflight } from './preflight.ts'

/** When it is to run, in milliseconds since 1970; undefined for now. */
export function readSchedule({ client, now }: SessionContext, text: string | undefined): number | Refusal | undefined {
  if (text === undefined) return undefined
  const { date, time } = textToSchedule(text)
  const message = refuseSchedule(date, time, client.timeZone, now())
  if (message !== undefined) return refuseParameter('scheduledDate', message)
  const day = textToDate(date)
  return day && localToInstant(day, time, client.timeZone)
}

/** The time as the audit trail records it. */
export const scheduleToFact = (schedule: number | undefined): string | undefined =>
  schedule === undefined ? undefined : new Date(schedule).toISOString()

/** The run of an approved batch: now, or at its scheduled time after a preflight. Call `jobs.wake` after the commit. */
export async function enqueueRun({ db, jobs, now }: SessionContext, id: number, schedule: number | undefined) {
  const runAt = schedule === undefined ? {} : { runAt: schedule }
  await jobs.enqueue(db, PROCESS_BATCH, { batchId: id }, { singletonKey: String(id), ...runAt })
  if (schedule !== undefined) await enqueuePreflight(jobs, db, { batchId: id, scheduledAt: schedule }, now())
}

/** Unschedules an approved batch: it awaits approval again, or is approved for another time. */
export const unscheduleBatchLoad: Handler<'unscheduleBatchLoad'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const { scheduledDate } = params
  const batch = await lockBatch(context, params.batchLoadFileID, (file, viewerId, now) =>
    scheduledDate === undefined ? refuseUnschedule(file, now) : refuseReschedule(file, viewerId, now),
  )
  if ('refused' in batch) return batch
  const { id } = batch
  const ownMaker = scheduledDate === undefined ? undefined : await refuseOwnMaker(context, batch.uploaded_by)
  if (ownMaker) return ownMaker
  const schedule = readSchedule(context, scheduledDate)
  if (typeof schedule === 'object') return schedule
  context.records(
    { scheduledFor: scheduleToFact(schedule) },
    { scheduledFor: scheduleToFact(batch.scheduled_at?.getTime()) },
  )
  await jobs.cancel(db, PROCESS_BATCH, String(id))
  const nothingForeseen = sql`preflight_at = NULL, preflight_failing = NULL, preflight_short_cents = NULL`
  if (schedule === undefined) {
    await sql`
      UPDATE batch_file SET approved_by = NULL, approved_at = NULL, scheduled_at = NULL, ${nothingForeseen} WHERE id = ${id}
    `.execute(db)
    await enqueueBatchMail(jobs, db, { batchId: id, event: 'unscheduled', by: viewer.userId })
  } else {
    // The time is part of the decision, so the user who changes it becomes the one who decided.
    await sql`
      UPDATE batch_file SET approved_by = ${viewer.userId}, approved_at = ${batch.judgedAt}, scheduled_at = ${new Date(schedule)},
        ${nothingForeseen}
      WHERE id = ${id}
    `.execute(db)
    await enqueueRun(context, id, schedule)
    await enqueueBatchMail(jobs, db, { batchId: id, event: 'decided' })
  }
  context.afterCommit(() => jobs.wake())
  return { resultText: scheduledDate === undefined ? BATCH_UNSCHEDULED : scheduledOn(scheduledDate) }
}
