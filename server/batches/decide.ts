// The checker's decision. Asked of the domain first, for the sentence; made by a conditional update, so that of two checkers
// at the same moment one wins; and held by the database's own constraints whatever the code does (threats T06).
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { refuseSchedule, textToSchedule } from '#domain/batch/schedule.ts'
import {
  BATCH_REJECTED,
  type BatchFileState,
  refuseApproval,
  refuseRejection,
  SCHEDULED_NOW,
  scheduledOn,
} from '#domain/batch/states.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { localToInstant, textToDate } from '#domain/dates.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/context.ts'
import { enqueueBatchMail } from '#server/jobs/batch-mail.ts'
import { PROCESS_BATCH } from '#server/jobs/process-batch.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { batchFileById } from './queries.ts'
import { rowToState } from './to-wire.ts'

const CHANGED = 'This batch is not the one you have looked at. Open its details again before you approve it.'

export const approveBatchLoad: Handler<'approveBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const refused = await refuseDecision(context, id, refuseApproval)
  if (refused) return refused
  const schedule = readSchedule(context, params.scheduledDate)
  if (typeof schedule === 'object') return schedule
  const { rows } = await sql<{ id: number }>`
    UPDATE batch_file SET approved_by = ${viewer.userId}, approved_at = ${new Date(context.now())},
      scheduled_at = ${schedule === undefined ? null : new Date(schedule)}
    WHERE id = ${id} AND owner_id = ${viewer.ownerId} AND approved_by IS NULL AND rejected_by IS NULL
      AND uploaded_by <> ${viewer.userId} AND fingerprint = ${params.fingerprint}
    RETURNING id
  `.execute(db)
  // The other checker was faster, or what was seen is not what is stored.
  if (rows.length === 0) {
    return (await refuseDecision(context, id, refuseApproval)) ?? refuse(codes.refusedState, CHANGED)
  }
  const runAt = schedule === undefined ? {} : { runAt: schedule }
  await context.jobs.enqueue(db, PROCESS_BATCH, { batchId: id }, { singletonKey: String(id), ...runAt })
  await enqueueBatchMail(context.jobs, db, { batchId: id, event: 'decided' })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: params.scheduledDate === undefined ? SCHEDULED_NOW : scheduledOn(params.scheduledDate.trim()) }
}

/** When it is to run, in milliseconds since 1970; undefined for at once. */
function readSchedule({ client, now }: SessionContext, text: string | undefined): number | Refusal | undefined {
  if (text === undefined) return undefined
  const { date, time } = textToSchedule(text)
  const message = refuseSchedule(date, time, client.timeZone, now())
  if (message !== undefined)
    return refuse(codes.refusedParameters, message, { errors: [{ path: 'scheduledDate', message }] })
  const day = textToDate(date)
  return day && localToInstant(day, time, client.timeZone)
}

export const rejectBatchLoad: Handler<'rejectBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const refused = await refuseDecision(context, id, refuseRejection)
  if (refused) return refused
  const reason = params.reason?.trim() || null
  if (reason !== null && holdsCardNumber(reason))
    return refuse(codes.refusedParameters, NUMBER_IN_TEXT, { errors: [{ path: 'reason', message: NUMBER_IN_TEXT }] })
  const { rows } = await sql<{ id: number }>`
    UPDATE batch_file SET rejected_by = ${viewer.userId}, rejected_at = ${new Date(context.now())}, reject_reason = ${reason}
    WHERE id = ${id} AND owner_id = ${viewer.ownerId} AND approved_by IS NULL AND rejected_by IS NULL
      AND uploaded_by <> ${viewer.userId}
    RETURNING id
  `.execute(db)
  if (rows.length === 0) {
    return (await refuseDecision(context, id, refuseRejection)) ?? refuse(codes.refusedState, CHANGED)
  }
  await enqueueBatchMail(context.jobs, db, { batchId: id, event: 'decided' })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: BATCH_REJECTED }
}

async function refuseDecision(
  context: SessionContext,
  id: number,
  rule: (file: BatchFileState, viewerId: string) => string | undefined,
): Promise<Refusal | undefined> {
  const file = await batchFileById(context.db, context.viewer.ownerId, id)
  if (!file) return refuse(codes.notFound, NO_SUCH_BATCH)
  const text = rule(rowToState(file), String(context.viewer.userId))
  return text === undefined ? undefined : refuse(codes.refusedState, text)
}
