// Taking a batch back: its uploader withdraws it before a decision; an approved one is taken off its hour, to be decided about
// anew or to run at another. Neither moves money.
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import {
  BATCH_UNSCHEDULED,
  BATCH_WITHDRAWN,
  refuseReschedule,
  refuseUnschedule,
  refuseWithdrawal,
  scheduledOn,
} from '#domain/batch/states.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { changeFile } from './change-file.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { enqueueBatchMail } from './mail.ts'
import { PROCESS_BATCH } from './process.ts'
import { batchFileById } from './queries.ts'
import { enqueueRun, readSchedule, scheduleToFact } from './scheduling.ts'

export const withdrawBatchLoad: Handler<'withdrawBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  // Another's batch answers as one that does not exist.
  const file = await batchFileById(db, viewer, id)
  if (file?.uploaded_by !== viewer.userId) return refuse(codes.notFound, NO_SUCH_BATCH)
  const batch = await changeFile(context, id, refuseWithdrawal)
  if ('refused' in batch) return batch
  await sql`UPDATE batch_file SET withdrawn_at = ${new Date(context.now())} WHERE id = ${id}`.execute(db)
  await enqueueBatchMail(context.jobs, db, { batchId: id, event: 'withdrawn' })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: BATCH_WITHDRAWN }
}

export const unscheduleBatchLoad: Handler<'unscheduleBatchLoad'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const id = Number(params.batchLoadFileID)
  const { scheduledDate } = params
  const now = context.now()
  const batch = await changeFile(context, id, (file, viewerId) =>
    scheduledDate === undefined ? refuseUnschedule(file, now) : refuseReschedule(file, viewerId, now),
  )
  if ('refused' in batch) return batch
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
    // The hour is part of the decision: whoever changes it takes the decision over.
    await sql`
      UPDATE batch_file SET approved_by = ${viewer.userId}, approved_at = ${new Date(now)}, scheduled_at = ${new Date(schedule)},
        ${nothingForeseen}
      WHERE id = ${id}
    `.execute(db)
    await enqueueRun(context, id, schedule)
    await enqueueBatchMail(jobs, db, { batchId: id, event: 'decided' })
  }
  context.afterCommit(() => jobs.wake())
  return { resultText: scheduledDate === undefined ? BATCH_UNSCHEDULED : scheduledOn(scheduledDate) }
}
