// The user who submitted a batch withdraws it before a decision.
import { sql } from 'kysely'
import { BATCH_WITHDRAWN, refuseWithdrawal } from '#domain/batch/states.ts'
import type { Handler } from '#server/operations/context.ts'
import { lockBatch } from './lock.ts'
import { enqueueBatchMail } from './mail.ts'

export const withdrawBatchLoad: Handler<'withdrawBatchLoad'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const isOwn = ({ uploaded_by }: { readonly uploaded_by: number }) => uploaded_by === viewer.userId
  const batch = await lockBatch(context, params.batchLoadFileID, refuseWithdrawal, isOwn)
  if ('refused' in batch) return batch
  await sql`UPDATE batch_file SET withdrawn_at = ${batch.judgedAt} WHERE id = ${batch.id}`.execute(db)
  await enqueueBatchMail(jobs, db, { batchId: batch.id, event: 'withdrawn' })
  context.afterCommit(() => jobs.wake())
  return { resultText: BATCH_WITHDRAWN }
}
