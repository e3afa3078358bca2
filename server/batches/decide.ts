// The checker's decision: the batch is held and the domain asked, so that of two checkers at the same moment one wins; and the
// database's own constraints hold whatever the code does (threats T06).
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { BATCH_REJECTED, refuseApproval, refuseRejection, SCHEDULED_NOW, scheduledOn } from '#domain/batch/states.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import * as say from '#words/server/batches.ts'
import { changeFile } from './change-file.ts'
import { enqueueBatchMail } from './mail.ts'
import { enqueueRun, readSchedule, scheduleToFact } from './scheduling.ts'

const CHANGED = say.notBatchLookedAt

export const approveBatchLoad: Handler<'approveBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  const batch = await changeFile(context, id, refuseApproval)
  if ('refused' in batch) return batch
  const schedule = readSchedule(context, params.scheduledDate)
  if (typeof schedule === 'object') return schedule
  const { rows } = await sql<{ id: number }>`
    UPDATE batch_file SET approved_by = ${viewer.userId}, approved_at = ${new Date(context.now())},
      scheduled_at = ${schedule === undefined ? null : new Date(schedule)}
    WHERE id = ${id} AND fingerprint = ${params.fingerprint}
    RETURNING id
  `.execute(db)
  // What was seen is not what is stored.
  if (rows.length === 0) return refuse(codes.refusedState, CHANGED)
  context.records({ scheduledFor: scheduleToFact(schedule) })
  await enqueueRun(context, id, schedule)
  await enqueueBatchMail(context.jobs, db, { batchId: id, event: 'decided' })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: params.scheduledDate === undefined ? SCHEDULED_NOW : scheduledOn(params.scheduledDate.trim()) }
}

export const rejectBatchLoad: Handler<'rejectBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  const batch = await changeFile(context, id, refuseRejection)
  if ('refused' in batch) return batch
  const reason = params.reason?.trim() || null
  if (reason !== null && holdsCardNumber(reason))
    return refuse(codes.refusedParameters, NUMBER_IN_TEXT, { errors: [{ path: 'reason', message: NUMBER_IN_TEXT }] })
  context.records({ reason })
  await sql`
    UPDATE batch_file SET rejected_by = ${viewer.userId}, rejected_at = ${new Date(context.now())}, reject_reason = ${reason}
    WHERE id = ${id}
  `.execute(db)
  await enqueueBatchMail(context.jobs, db, { batchId: id, event: 'decided' })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: BATCH_REJECTED }
}
