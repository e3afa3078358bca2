// The decisions as a table: the call that carries each out, its success (batches §4), and its words.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import {
  BATCH_CLOSED,
  BATCH_REJECTED,
  COMMENTS_SAVED,
  SCHEDULED_AGAIN,
  SCHEDULED_NOW,
  scheduledOn,
} from '#domain/batch/states.ts'
import { type Answer, change } from '#services/api.ts'
import type { Decision, DecisionDetails, Intent } from './intents.ts'
import { isWaitingForHour, restOf, sizeOf } from './rows.ts'

export interface DecisionKind {
  readonly send: (intent: Intent) => Promise<Answer<DecisionMethod>>
  readonly success: (details: DecisionDetails) => string
  readonly question: (file: BatchLoadFile) => string
  /** The verb with its object. */
  readonly confirm: (file: BatchLoadFile) => string
  /** Ends 'It is not known whether batch 12 …' and 'Batch 12 …'. */
  readonly was: string
  readonly wasNot: string
  readonly danger?: boolean
}

type DecisionMethod =
  'approveBatchLoad' | 'rejectBatchLoad' | 'retryBatchLoad' | 'closeBatchLoad' | 'updateClosedBatchLoadComments'

export const decisions: Readonly<Record<Decision, DecisionKind>> = {
  approve: {
    send: ({ requestId, batchId, fingerprint, scheduledDate }) =>
      change('approveBatchLoad', {
        requestId,
        batchLoadFileID: batchId,
        fingerprint,
        ...(scheduledDate === undefined ? {} : { scheduledDate }),
      }),
    success: ({ scheduledDate }) => (scheduledDate === undefined ? SCHEDULED_NOW : scheduledOn(scheduledDate)),
    question: (file) => `Approve batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Approve ${sizeOf(file)}`,
    was: 'was approved',
    wasNot: 'was not approved',
  },
  reject: {
    send: ({ requestId, batchId, reason }) =>
      change('rejectBatchLoad', { requestId, batchLoadFileID: batchId, ...(reason === undefined ? {} : { reason }) }),
    success: () => BATCH_REJECTED,
    question: (file) => `Reject batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Reject ${sizeOf(file)}`,
    was: 'was rejected',
    wasNot: 'was not rejected',
    danger: true,
  },
  retry: {
    send: ({ requestId, batchId }) => change('retryBatchLoad', { requestId, batchLoadFileID: batchId }),
    success: () => SCHEDULED_AGAIN,
    question: (file) =>
      isWaitingForHour(file) ? `Process batch ${file.BATCHLOADFILEID} now?` : `Retry batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Process ${restOf(file)}`,
    was: 'was scheduled for re-processing',
    wasNot: 'was not scheduled for re-processing',
  },
  close: {
    send: ({ requestId, batchId, comments }) =>
      change('closeBatchLoad', {
        requestId,
        batchLoadFileID: batchId,
        ...(comments === undefined ? {} : { closedComments: comments }),
      }),
    success: () => BATCH_CLOSED,
    question: (file) => `Close batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Close batch ${file.BATCHLOADFILEID}`,
    was: 'was closed',
    wasNot: 'was not closed',
  },
  comments: {
    send: ({ requestId, batchId, comments }) =>
      change('updateClosedBatchLoadComments', {
        requestId,
        batchLoadFileID: batchId,
        ...(comments === undefined ? {} : { closedComments: comments }),
      }),
    success: () => COMMENTS_SAVED,
    question: (file) => `Comments of batch ${file.BATCHLOADFILEID}`,
    confirm: () => 'Save comments',
    was: 'has the new comments',
    wasNot: 'keeps its comments',
  },
}

/** Under the success, whose words name no batch and no zone (batches §4). */
export function aboutOf({
  decision,
  batchId,
  size,
  scheduledDate,
}: Pick<Intent, 'decision' | 'batchId' | 'size' | 'scheduledDate'>): string {
  // The others are not about all of its rows.
  const batch = decision === 'approve' || decision === 'reject' ? `Batch ${batchId}, ${size}` : `Batch ${batchId}`
  return scheduledDate === undefined ? batch : `${batch}. In the programme’s time zone, ${client.timeZoneLabel}`
}
