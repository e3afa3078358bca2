// The states of a batch, and the actions that each user can take, for the screen's tooltips and the server's refusals.
// Each function `…Refusal` returns why an action is refused, or undefined if the action is allowed. `now` is
// milliseconds since 1970. Rules: docs/rules/batches.md, "Decisions".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { DecisionRefusals } from '#domain/approvals/signing.ts'
import { batchTypes, type StoredBatchType } from './types.ts'

/** The states of a batch, as the values of the list's filter. */
export const batchStates = { awaiting: 1, approved: 2, rejected: 3, closed: 4, processing: 5 } as const
export type BatchFilter = (typeof batchStates)[keyof typeof batchStates]
export const batchFilterLabels = withTexts<Readonly<Record<BatchFilter, string>>>({
  [batchStates.awaiting]: textOf(m.common_awaitingApproval),
  [batchStates.approved]: textOf(m.common_approved),
  [batchStates.rejected]: textOf(m.common_rejectedLabel),
  [batchStates.closed]: textOf(m.batches_closed),
  [batchStates.processing]: textOf(m.batches_processing),
})
export const DEFAULT_BATCH_FILTER: BatchFilter = batchStates.awaiting

/** The longest search term for the user's own batches, as long as a file name. */
export const MAX_SEARCH_LENGTH = 100

/** The facts about a batch that the rules need. Database rows and API entities are converted to this type. */
export interface BatchForRules {
  readonly uploadedUserId: string
  /** For a batch of a machine user: the user who made the machine user's key, and who counts as a maker of the batch. */
  readonly keyMakerId?: string | undefined
  /** Why approval rules do not let the viewer decide about the batch. Undefined without such rules. */
  readonly refusals?: DecisionRefusals | undefined
  readonly approved: boolean
  readonly rejected: boolean
  /** Withdrawn by its uploader, before a decision or during a hold after the approval. */
  readonly withdrawn: boolean
  readonly closed: boolean
  readonly processed: boolean
  /** True during a run: some rows are processed, others not yet. */
  readonly isRunning: boolean
  /** The time of the scheduled run, in milliseconds since 1970. Undefined: as soon as possible. */
  readonly waitsUntil: number | undefined
  /**
   * Whatever its schedule, the batch is not posted before this time (milliseconds since 1970). Until then, it can be
   * cancelled (schedule.ts, `holdUntil`).
   */
  readonly heldUntil?: number | undefined
}

/**
 * The state as the filter's value. An approved batch is in processing until its run has ended. A withdrawn batch is
 * closed, since it will not be processed and no checker has rejected it.
 */
export function batchState(batch: BatchForRules): BatchFilter {
  if (batch.rejected) return batchStates.rejected
  if (batch.withdrawn) return batchStates.closed
  if (!batch.approved) return batchStates.awaiting
  if (batch.closed) return batchStates.closed
  return batch.processed ? batchStates.approved : batchStates.processing
}

/** False for awaiting and processing batches, whose lists have no date range. */
export const filterTakesDates = (filter: BatchFilter): boolean =>
  filter !== batchStates.awaiting && filter !== batchStates.processing

/** Refuses the approval of a batch that is decided, or that the viewer uploaded. */
export function approvalRefusal(batch: BatchForRules, viewerId: string): string | undefined {
  return decisionRefusal(batch, viewerId) ?? batch.refusals?.sign
}

/** A rejection has the same conditions as an approval, except those of approval rules. */
export function rejectionRefusal(batch: BatchForRules, viewerId: string): string | undefined {
  return decisionRefusal(batch, viewerId) ?? batch.refusals?.reject
}

function decisionRefusal(batch: BatchForRules, viewerId: string): string | undefined {
  if (batch.approved) return m.batches_approvedAlready()
  if (batch.rejected) return m.batches_rejectedAlready()
  if (batch.withdrawn) return m.batches_withdrawnByUploader()
  if (batch.uploadedUserId === viewerId) return m.batches_cannotApproveOwn()
  return batch.keyMakerId === viewerId ? m.batches_cannotDecideOfOwnKey() : undefined
}

/**
 * A batch can be withdrawn until the decision. A batch with a hold can be withdrawn until it is posted. The caller loads
 * only the uploader's batches.
 */
export function withdrawalRefusal(batch: BatchForRules, now: number): string | undefined {
  if (batch.withdrawn) return m.batches_withdrawnAlready()
  if (batch.approved) {
    const hasHold = batch.heldUntil !== undefined
    return hasHold ? unscheduleRefusal(batch, now) : m.batches_approvedAlready()
  }
  return batch.rejected ? m.batches_rejectedAlready() : undefined
}

/** True if the batch is approved and its hold has not ended. Until then, maker and checker can cancel the batch. */
export function isOnHold(batch: BatchForRules, now: number): boolean {
  const isHeld = batch.heldUntil !== undefined && now < batch.heldUntil
  return batch.approved && isHeld && unscheduleRefusal(batch, now) === undefined
}

/**
 * Only an approved batch that is not running can be closed. The uploader can also close it, since closing moves no
 * money.
 */
export function closeRefusal(batch: BatchForRules): string | undefined {
  if (batch.closed) return m.batches_closedAlready()
  if (batch.rejected) return m.batches_rejectedCannotClose()
  if (!batch.approved) return m.batches_onlyApprovedCloses()
  return batch.isRunning ? m.batches_beingProcessedNow() : undefined
}

/**
 * After its schedule is cancelled, a batch awaits approval again. Any approver can cancel the schedule before the run,
 * including the uploader, since this moves no money.
 */
export function unscheduleRefusal(batch: BatchForRules, now: number): string | undefined {
  if (batch.closed) return m.batches_closedAlready()
  if (!batch.approved) return m.batches_onlyApprovedHasSchedule()
  if (batch.processed) return m.batches_processedAlready()
  if (batch.isRunning) return m.batches_beingProcessedNow()
  if (batch.waitsUntil === undefined) return m.batches_thisBatchIsNotScheduled()
  return batch.waitsUntil <= now ? m.batches_scheduledTimePassed() : undefined
}

/** A new scheduled time is a decision about the batch, so the uploader cannot change the time. */
export function rescheduleRefusal(batch: BatchForRules, viewerId: string, now: number): string | undefined {
  const refusal = unscheduleRefusal(batch, now)
  if (refusal !== undefined) return refusal
  if (batch.uploadedUserId === viewerId) return m.batches_cannotScheduleOwn()
  return batch.keyMakerId === viewerId ? m.batches_cannotDecideOfOwnKey() : batch.refusals?.rerun
}

/** Only a closed batch has closing comments. */
export const closedCommentsRefusal = (batch: BatchForRules): string | undefined =>
  batch.closed ? undefined : m.batches_onlyClosedHasComments()

/** Maximum length of the comments of a closed batch and of the reason of a rejection. */
export const MAX_CLOSED_COMMENTS = 255

/** A batch's state with its type, size and progress. */
export interface BatchProgress extends BatchForRules {
  readonly type: StoredBatchType
  readonly rowCount: number
  readonly loadedCount: number
}

/** Why no user can retry the batch. An approved batch can be retried until it is closed or all of its rows are loaded. */
export function retryStateRefusal(batch: BatchProgress, now: number): string | undefined {
  if (batch.rejected) return m.batches_rejectedCannotProcess()
  if (!batch.approved) return m.batches_onlyApprovedProcesses()
  if (batch.closed) return m.batches_closedCannotProcess()
  if (batch.isRunning) return m.batches_beingProcessedNow()
  if (isOnHold(batch, now)) return m.batches_onHoldRefused()
  const isDone = batch.processed && batch.loadedCount >= batch.rowCount
  return isDone ? m.batches_everyRowDone({ done: batchTypes[batch.type].pastParticiple }) : undefined
}

/** The uploader cannot retry the batch: a scheduled batch would then run at another time than the checker chose. */
export function retryRefusal(batch: BatchProgress, viewerId: string, now: number): string | undefined {
  const refusal = retryStateRefusal(batch, now)
  if (refusal !== undefined) return refusal
  if (batch.uploadedUserId === viewerId) return m.batches_cannotProcessOwn()
  return batch.keyMakerId === viewerId ? m.batches_cannotDecideOfOwnKey() : batch.refusals?.rerun
}

/** Shows the scheduled date in the format in which it was sent. */
export const scheduledMessage = (scheduledDate: string): string => m.batches_loadScheduled({ scheduledDate })
