// The maker withdraws a batch before its decision, or during the undo hold after its approval.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { withdrawalRefusal } from '#domain/batch/states.ts'
import type { Handler } from '#server/operations/context.ts'
import { lockBatch } from './lock.ts'
import { enqueueBatchMail } from './mail.ts'
import { runToAuditValues, rowToRun, undoApproval } from './schedule.ts'

export const withdrawBatchLoad: Handler<'withdrawBatchLoad'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const batch = await lockBatch(context, {
    id: params.batchLoadFileID,
    appliesTo: ({ uploaded_by: uploadedBy }) => uploadedBy === viewer.userId,
    refusalOf: (progress, { now }) => withdrawalRefusal(progress, now),
  })
  if ('refusalCode' in batch) return batch
  const { id, checkedAt: withdrawnAt, approved_by: approverId } = batch
  if (approverId === null) {
    await sql`UPDATE batch_file SET withdrawn_at = ${withdrawnAt} WHERE id = ${id}`.execute(db)
    await enqueueBatchMail(jobs, db, { batchId: id, event: 'withdrawn' })
  } else {
    context.recordChange({ before: runToAuditValues(rowToRun(batch)) })
    await undoApproval(context, id, withdrawnAt)
    await enqueueBatchMail(jobs, db, { batchId: id, event: 'withdrawn', approver: approverId })
  }
  context.afterCommit(() => jobs.wake())
  return { resultText: m.batches_batchLoadWithdrawn() }
}
