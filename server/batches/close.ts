// Closes an approved batch, and changes its closing comments.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { closeRefusal, closedCommentsRefusal } from '#domain/batch/states.ts'
import type { Handler } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import { lockBatch } from './lock.ts'
import { enqueueBatchMail } from './mail.ts'

export const closeBatchLoad: Handler<'closeBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const batch = await lockBatch(context, { id: params.batchLoadFileID, refusalOf: closeRefusal })
  if ('refusalCode' in batch) return batch
  const comments = trimToNull(params.closedComments)
  const refusal = refuseCardNumber('closedComments', comments ?? '')
  if (refusal) return refusal
  context.recordValues({ comments })
  await sql`
    UPDATE batch_file SET closed_by = ${viewer.userId}, closed_at = ${batch.checkedAt}, closed_comments = ${comments}
    WHERE id = ${batch.id}
  `.execute(db)
  await enqueueBatchMail(context.jobs, db, { batchId: batch.id, event: 'closed' })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: m.batches_batchLoadClosed() }
}

export const updateClosedBatchLoadComments: Handler<'updateClosedBatchLoadComments'> = async (context, params) => {
  const batch = await lockBatch(context, { id: params.batchLoadFileID, refusalOf: closedCommentsRefusal })
  if ('refusalCode' in batch) return batch
  const comments = trimToNull(params.closedComments)
  const refusal = refuseCardNumber('closedComments', comments ?? '')
  if (refusal) return refusal
  context.recordChange({ before: { comments: batch.closed_comments }, after: { comments } })
  await sql`UPDATE batch_file SET closed_comments = ${comments} WHERE id = ${batch.id}`.execute(context.db)
  return { resultText: m.batches_commentsSaved() }
}

/** Null if no text is left. */
function trimToNull(text = ''): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed
}
