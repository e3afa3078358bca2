// Runs a scheduled batch before its time, or the failed rows of a processed batch again.
import { m } from '#words/messages.js'
import { retryRefusal } from '#domain/batch/states.ts'
import { requestRetry } from '#server/approvals/decide.ts'
import { refuseWithoutProof } from '#server/approvals/evidence.ts'
import { ensureSignature } from '#server/approvals/signatures.ts'
import type { Handler } from '#server/operations/context.ts'
import { PROCESS_BATCH } from './jobs.ts'
import { approvableBatches, lockBatch } from './lock.ts'

export const retryBatchLoad: Handler<'retryBatchLoad'> = async (context, params) => {
  const batch = await lockBatch(context, {
    id: params.batchLoadFileID,
    refusalOf: (progress, { viewerId, now }) => retryRefusal(progress, viewerId, now),
  })
  if ('refusalCode' in batch) return batch
  if (batch.processed_at !== null) context.recordValues({ failedRows: batch.row_count - batch.loaded_count })
  const proofRefusal = await refuseWithoutProof(context, { subject: 'batch', item: batch, proof: params.proof })
  if (proofRefusal) return proofRefusal
  await ensureSignature(context, 'batch', batch)
  await requestRetry(context, approvableBatches, batch, {})
  // The job of a scheduled batch already has the id as its key, so a retry needs another key. Keys are stored, so this
  // text is not translated.
  const { id } = batch
  await context.jobs.enqueue(context.db, PROCESS_BATCH, { batchId: id }, { singletonKey: `${id} again` })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: m.batches_scheduledForRetry() }
}
