// Approves a batch, to run now or at a scheduled time, or rejects it. Rules:
// docs/rules/batches.md, "Maker and checker".
import { m } from '#words/messages.js'
import { approvalRefusal, rejectionRefusal, scheduledMessage } from '#domain/batch/states.ts'
import { approve, notifySigned, refuseIfRowsChanged, reject } from '#server/approvals/decide.ts'
import { refuseWithoutProof } from '#server/approvals/evidence.ts'
import { addSignature, nextSignature } from '#server/approvals/signatures.ts'
import type { Handler } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { approvableBatches, lockBatch } from './lock.ts'
import { enqueueRun, readRun, runToColumns, runToAuditValues } from './schedule.ts'

export const approveBatchLoad: Handler<'approveBatchLoad'> = async (context, params) => {
  const batch = await lockBatch(context, {
    id: params.batchLoadFileID,
    refusalOf: (progress, { viewerId }) => approvalRefusal(progress, viewerId),
  })
  if ('refusalCode' in batch) return batch
  const makerRefusal = await refuseIfViewerEditedMaker(context, batch.uploaded_by)
  if (makerRefusal) return makerRefusal
  const { scheduledDate, proof } = params
  const signature = nextSignature(batch.approval)
  if (!signature.isLast && scheduledDate !== undefined)
    return refuseParameter('scheduledDate', m.approvals_lastSignerSchedules)
  const run = readRun(context, batch.kind, scheduledDate)
  if ('refusalCode' in run) return run
  const changedRefusal = refuseIfRowsChanged(approvableBatches, batch, params.fingerprint)
  if (changedRefusal) return changedRefusal
  const proofRefusal = await refuseWithoutProof(context, { subject: 'batch', item: batch, scheduledDate, proof })
  if (proofRefusal) return proofRefusal
  await addSignature(context, 'batch', batch, signature)
  if (!signature.isLast) return notifySigned(context, approvableBatches, batch, signature)
  context.recordValues({ proposedFor: batch.proposed_at?.toISOString(), ...runToAuditValues(run) })
  await enqueueRun(context, batch.id, run)
  await approve(context, approvableBatches, batch, runToColumns(run))
  // Both texts are those of the specification, which calls a batch 'scheduled' even without a scheduled date.
  if (scheduledDate === undefined) return { resultText: m.batches_scheduledForProcessing() }
  return { resultText: scheduledMessage(scheduledDate.trim()) }
}

export const rejectBatchLoad: Handler<'rejectBatchLoad'> = async (context, params) => {
  const batch = await lockBatch(context, {
    id: params.batchLoadFileID,
    refusalOf: (progress, { viewerId }) => rejectionRefusal(progress, viewerId),
  })
  if ('refusalCode' in batch) return batch
  const refusal = await reject(context, approvableBatches, batch, params.reason)
  if (refusal) return refusal
  return { resultText: m.batches_batchLoadRejected() }
}
