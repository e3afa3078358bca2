// Changes of a batch that wait for a response: the operation, parameters and success message of each.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { scheduleToInstant } from '#domain/batch/schedule.ts'
import { scheduledMessage } from '#domain/batch/states.ts'
import { instantToText } from '#domain/instants.ts'
import type { Proof } from '#machines/approval.ts'
import type { AnyChangeRequest, StoredOperation, PendingChange } from './change-types.ts'

/** Every change of a batch. 'changeSchedule' without a date takes an approved batch back to awaiting approval. */
export type BatchChange = 'approve' | 'reject' | 'retry' | 'close' | 'comments' | 'changeSchedule' | 'withdraw'

/** What the user entered for the change. */
export interface DecisionDetails {
  /**
   * 'yyyy-mm-dd HH:mm:00' in the programme's time zone. An approval without a date means that the batch runs
   * immediately.
   */
  readonly scheduledDate?: string | undefined
  /** The proof that the user has signed the decision, if the programme requires one. */
  readonly proof?: Proof | undefined
  /** The reason of a rejection. */
  readonly reason?: string | undefined
  /** The comments of 'close' and 'comments'. */
  readonly comments?: string | undefined
}

export interface SignatureCount {
  readonly signed: number
  readonly needed: number
}

/** The batch that is changed. */
export interface ChangedBatch {
  readonly batchId: string
  /** '4,812 loads, SGD 96,240.00', for messages when the batch is no longer on screen. */
  readonly size: string
  /** The fingerprint of the batch that the approver saw. */
  readonly fingerprint: string
  /** The number of signatures after this approval. Undefined if no one else has to sign then. */
  readonly signature?: SignatureCount | undefined
}

/** The operation of each change. Also used to find a pending change. */
export const operationOf = {
  approve: 'approveBatchLoad',
  reject: 'rejectBatchLoad',
  retry: 'retryBatchLoad',
  close: 'closeBatchLoad',
  comments: 'updateClosedBatchLoadComments',
  changeSchedule: 'unscheduleBatchLoad',
  withdraw: 'withdrawBatchLoad',
} as const satisfies Readonly<Record<BatchChange, StoredOperation>>

type BatchOperation = (typeof operationOf)[BatchChange]
type BatchChangeRequest = Extract<AnyChangeRequest, { readonly kind: BatchOperation }>
type PendingDecision = Extract<PendingChange, { readonly kind: BatchOperation }>

/** Each change as two clauses that complete 'Batch 12 …': 'was approved' and 'was not approved'. */
export const decisionWords: Readonly<
  Record<BatchChange, { readonly doneClause: string; readonly notDoneClause: string }>
> = {
  approve: { doneClause: m.pending_wasApproved(), notDoneClause: m.pending_wasNotApproved() },
  reject: { doneClause: m.pending_wasRejected(), notDoneClause: m.pending_wasNotRejected() },
  retry: { doneClause: m.pending_wasToBeReprocessed(), notDoneClause: m.pending_wasNotToBeReprocessed() },
  close: { doneClause: m.pending_wasClosed(), notDoneClause: m.pending_wasNotClosed() },
  comments: { doneClause: m.pending_hasNewComments(), notDoneClause: m.pending_keepsItsComments() },
  changeSchedule: { doneClause: m.pending_wasTakenOffSchedule(), notDoneClause: m.pending_wasNotTakenOffSchedule() },
  withdraw: { doneClause: m.pending_wasWithdrawn(), notDoneClause: m.pending_wasNotWithdrawn() },
}

export function batchToChange(
  batch: ChangedBatch,
  decision: BatchChange,
  details: DecisionDetails,
): BatchChangeRequest {
  const { batchId, size } = batch
  const needsMoreSignatures = decision === 'approve' && batch.signature !== undefined
  const doneClause = needsMoreSignatures ? m.approvals_wasSigned() : decisionWords[decision].doneClause
  // Only these changes affect all rows of the batch, so only their messages include its size.
  const batchName = affectsAllRows.has(decision)
    ? m.pending_batchWithSize({ batchId, size })
    : m.pending_batch({ batchId })
  const { scheduledDate } = details
  const runTime = scheduledDate === undefined ? undefined : scheduleToInstant(scheduledDate, client.timeZone)
  // The specification fixes the text of `success`. That text does not name the batch, and shows the time in the API's
  // form without a time zone. The subject of the notice therefore names the batch and shows the time.
  const successSubject =
    runTime === undefined
      ? batchName
      : m.pending_scheduledFor({ named: batchName, time: instantToText(runTime, client) })
  const path = decision === 'withdraw' ? '/batches/mine' : '/batchloads'
  return {
    ...toCall(batch, decision, details),
    subject: batchId,
    done: m.pending_batchWas({ batchId, was: doneClause }),
    detail: size,
    successSubject,
    link: { to: `${path}?batch=${batchId}` },
  }
}

const affectsAllRows: ReadonlySet<BatchChange> = new Set(['approve', 'reject', 'changeSchedule', 'withdraw'])

/** The batch and its change, for the page that made the change. Undefined if it is not the change of a batch. */
export function changeToBatch(change: PendingChange) {
  const decision = (Object.keys(operationOf) as BatchChange[]).find((each) => operationOf[each] === change.kind)
  if (!decision) return undefined
  const { params } = change as PendingDecision
  return {
    decision,
    batchId: params.batchLoadFileID,
    scheduledDate: 'scheduledDate' in params ? params.scheduledDate : undefined,
  }
}

function toCall(
  { batchId: batchLoadFileID, fingerprint, signature }: ChangedBatch,
  decision: BatchChange,
  details: DecisionDetails,
) {
  const { scheduledDate, reason, comments, proof } = details
  switch (decision) {
    case 'approve': {
      const approvedMessage =
        scheduledDate === undefined ? m.batches_scheduledForProcessing() : scheduledMessage(scheduledDate)
      const success = signature ? m.approvals_signedOf(signature) : approvedMessage
      const params = { batchLoadFileID, fingerprint, scheduledDate, proof }
      return { kind: 'approveBatchLoad', params, success } as const
    }
    case 'reject':
      return {
        kind: 'rejectBatchLoad',
        params: { batchLoadFileID, reason },
        success: m.batches_batchLoadRejected(),
      } as const
    case 'retry':
      return {
        kind: 'retryBatchLoad',
        params: { batchLoadFileID, proof },
        success: m.batches_scheduledForRetry(),
      } as const
    case 'changeSchedule': {
      const success = scheduledDate === undefined ? m.batches_awaitingApprovalAgain() : scheduledMessage(scheduledDate)
      const params = { batchLoadFileID, scheduledDate, proof }
      return { kind: 'unscheduleBatchLoad', params, success } as const
    }
    case 'withdraw':
      return {
        kind: 'withdrawBatchLoad',
        params: { batchLoadFileID },
        success: m.batches_batchLoadWithdrawn(),
      } as const
    case 'close':
      return {
        kind: 'closeBatchLoad',
        params: { batchLoadFileID, closedComments: comments },
        success: m.batches_batchLoadClosed(),
      } as const
    case 'comments':
      return {
        kind: 'updateClosedBatchLoadComments',
        params: { batchLoadFileID, closedComments: comments },
        success: m.batches_commentsSaved(),
      } as const
  }
}
