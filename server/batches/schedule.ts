// The scheduled time of an approved batch: reads the time of a call, changes or removes the stored time, and enqueues
// the jobs that run at this time.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import type { StoredBatchType } from '#domain/batch/types.ts'
import { holdUntil, scheduleRefusal, textToSchedule } from '#domain/batch/schedule.ts'
import { rescheduleRefusal, unscheduleRefusal, scheduledMessage } from '#domain/batch/states.ts'
import { textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import { type Proof, refuseWithoutProof } from '#server/approvals/evidence.ts'
import { ensureSignature, withdrawSignatures } from '#server/approvals/signatures.ts'
import type { LockedBatch } from '#server/ledger/lock-batch.ts'
import type { Handler, Refusal, SessionContext } from '#server/operations/context.ts'
import { PROCESS_BATCH } from './jobs.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { checkParameter } from '#server/operations/refuse-parameter.ts'
import { lockBatch } from './lock.ts'
import { enqueueBatchMail } from './mail.ts'
import { enqueuePreflight } from './preflight.ts'

/** When an approved batch is posted. Times are in milliseconds since 1970. */
export interface Run {
  /** Undefined if the batch is posted as soon as possible. */
  readonly at: number | undefined
  /** The end of the undo hold: the approval can be undone until this time. Undefined without an undo hold. */
  readonly heldUntil: number | undefined
}

/** The run of a batch that is being approved. The batch runs at the chosen time, but not before its undo hold ends. */
export function readRun(context: SessionContext, kind: StoredBatchType, scheduledDate?: string): Run | Refusal {
  const chosen = readTime(context, 'scheduledDate', scheduledDate)
  if ('refusalCode' in chosen) return chosen
  const heldUntil = holdUntil(kind, context.settings.undoHoldMinutes, context.now())
  if (heldUntil === undefined) return { at: chosen.time, heldUntil }
  if (chosen.time === undefined) return { at: heldUntil, heldUntil }
  return { at: Math.max(heldUntil, chosen.time), heldUntil }
}

/** Refuses an invalid text. Returns the time in milliseconds since 1970. Undefined if the call has no time. */
export function readTime(
  { client, now }: SessionContext,
  parameter: 'scheduledDate' | 'proposedDate',
  text: string | undefined,
): { readonly time: number | undefined } | Refusal {
  if (text === undefined) return { time: undefined }
  const { date, time: timeOfDay } = textToSchedule(text)
  const currentTime = now()
  const refusal = checkParameter(parameter, () => scheduleRefusal(date, timeOfDay, client.timeZone, currentTime))
  if (refusal) return refusal
  const day = textToDate(date)
  return { time: day && localToInstant(day, timeOfDay, client.timeZone) }
}

const toDateOrNull = (time: number | undefined) => (time === undefined ? null : new Date(time))

export const runToColumns = ({ at, heldUntil }: Run) => ({
  scheduled_at: toDateOrNull(at),
  held_until: toDateOrNull(heldUntil),
})

/** The run as recorded in the audit trail. */
export const runToAuditValues = ({ at, heldUntil }: Run) => ({
  scheduledFor: toDateOrNull(at)?.toISOString(),
  heldUntil: toDateOrNull(heldUntil)?.toISOString(),
})

/** The run of a stored batch. */
export const rowToRun = ({ scheduled_at, held_until }: Pick<LockedBatch, 'scheduled_at' | 'held_until'>): Run => ({
  at: scheduled_at?.getTime(),
  heldUntil: held_until?.getTime(),
})

/**
 * Enqueues the run of an approved batch. A run at a chosen time also gets a preflight. Call `jobs.wake` after the
 * commit.
 */
export async function enqueueRun({ db, jobs, now }: SessionContext, id: number, { at, heldUntil }: Run) {
  await jobs.enqueue(db, PROCESS_BATCH, { batchId: id }, { singletonKey: String(id), runAt: at ?? now() })
  // A run at the end of the undo hold starts in minutes. A preflight would repeat what the approver has just seen.
  const hasChosenTime = at !== undefined && at !== heldUntil
  if (hasChosenTime) await enqueuePreflight(jobs, db, { batchId: id, scheduledAt: at }, now())
}

/** A part of an UPDATE: deletes the results of the preflight, which was for another time of the run. */
const clearPreflightSql = sql`preflight_at = NULL, preflight_failing = NULL, preflight_short_cents = NULL`

/**
 * Undoes the approval of a batch that has not run, and removes its job. `withdrawnAt` is the time if the batch is also
 * withdrawn. With null, the batch awaits approval again.
 */
export async function undoApproval(
  { db, jobs, now }: SessionContext,
  id: number,
  withdrawnAt: Date | null,
): Promise<void> {
  await jobs.cancel(db, PROCESS_BATCH, String(id))
  await sql`
    UPDATE batch_file SET approved_by = NULL, approved_at = NULL, scheduled_at = NULL, held_until = NULL, withdrawn_at = ${withdrawnAt},
      ${clearPreflightSql}
    WHERE id = ${id}
  `.execute(db)
  await withdrawSignatures(db, 'batch', id, new Date(now()))
}

/** Gives an approved batch a new time. Without a new time, the batch awaits approval again. */
export const unscheduleBatchLoad: Handler<'unscheduleBatchLoad'> = async (context, params) => {
  const { batchLoadFileID: id, scheduledDate, proof } = params
  return scheduledDate === undefined ? unschedule(context, id) : reschedule(context, id, { scheduledDate, proof })
}

async function unschedule(context: SessionContext, batchId: string) {
  const { db, viewer, jobs } = context
  const batch = await lockBatch(context, {
    id: batchId,
    refusalOf: (progress, { now }) => unscheduleRefusal(progress, now),
  })
  if ('refusalCode' in batch) return batch
  const undoneRun = rowToRun(batch)
  context.recordChange({ before: runToAuditValues(undoneRun) })
  await undoApproval(context, batch.id, null)
  // True if the approver had not chosen a time, so that the run waited only for the end of the undo hold.
  const wasHeld = undoneRun.at === undoneRun.heldUntil
  await enqueueBatchMail(jobs, db, { batchId: batch.id, event: 'unscheduled', by: viewer.userId, wasHeld })
  context.afterCommit(() => jobs.wake())
  return { resultText: m.batches_awaitingApprovalAgain() }
}

async function reschedule(
  context: SessionContext,
  batchId: string,
  { scheduledDate, proof }: { readonly scheduledDate: string; readonly proof: Proof | undefined },
) {
  const { db, viewer, jobs } = context
  const batch = await lockBatch(context, {
    id: batchId,
    refusalOf: (progress, { viewerId, now }) => rescheduleRefusal(progress, viewerId, now),
  })
  if ('refusalCode' in batch) return batch
  const { id } = batch
  const makerRefusal = await refuseIfViewerEditedMaker(context, batch.uploaded_by)
  if (makerRefusal) return makerRefusal
  const run = readRun(context, batch.kind, scheduledDate)
  if ('refusalCode' in run) return run
  context.recordChange({ before: runToAuditValues(rowToRun(batch)), after: runToAuditValues(run) })
  const proofRefusal = await refuseWithoutProof(context, { subject: 'batch', item: batch, scheduledDate, proof })
  if (proofRefusal) return proofRefusal
  await ensureSignature(context, 'batch', batch)
  await jobs.cancel(db, PROCESS_BATCH, String(id))
  const { scheduled_at, held_until } = runToColumns(run)
  // The time is part of the decision, so the user who changes the time becomes the approver.
  await sql`
    UPDATE batch_file SET approved_by = ${viewer.userId}, approved_at = ${batch.checkedAt}, scheduled_at = ${scheduled_at},
      held_until = ${held_until}, ${clearPreflightSql}
    WHERE id = ${id}
  `.execute(db)
  await enqueueRun(context, id, run)
  await enqueueBatchMail(jobs, db, { batchId: id, event: 'decided' })
  context.afterCommit(() => jobs.wake())
  return { resultText: scheduledMessage(scheduledDate) }
}
