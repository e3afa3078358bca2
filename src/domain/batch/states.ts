// The states of a batch, and the actions that each user can take, for the screen's tooltips and the server's refusals.
// Rules: docs/rules/batches.md, "Decisions".
import { m } from '#words/messages.js'
import { batchKinds, type StoredBatchType } from './kinds.ts'

/** The values of the filter. */
export const batchStates = { awaiting: 1, approved: 2, rejected: 3, closed: 4, processing: 5 } as const
export type BatchFilter = (typeof batchStates)[keyof typeof batchStates]
export const batchFilterLabels: Readonly<Record<BatchFilter, string>> = {
  get 1() {
    return m.common_awaitingApproval()
  },
  get 2() {
    return m.common_approved()
  },
  get 3() {
    return m.common_batchRejected()
  },
  get 4() {
    return m.batches_closed()
  },
  get 5() {
    return m.batches_processing()
  },
}
export const DEFAULT_BATCH_FILTER: BatchFilter = 1

/** The longest search term for the user's own batches, as long as a file name. */
export const MAX_BATCH_SEARCH = 100

/** The facts that the rules need; database rows and API entities are converted to it. */
export interface BatchFileState {
  readonly uploadedUserId: string
  readonly approved: boolean
  readonly rejected: boolean
  /** Withdrawn by its uploader before a decision. */
  readonly withdrawn: boolean
  readonly closed: boolean
  readonly processed: boolean
  /** True during a run: some rows are decided, others not yet. */
  readonly begun: boolean
  /** The time at which a scheduled batch runs, in milliseconds since 1970; undefined if it runs as soon as possible. */
  readonly waitsUntil: number | undefined
  /**
   * The batch is not posted before this time, whatever its schedule, so that it can still be cancelled (schedule.ts,
   * `holdUntil`).
   */
  readonly heldUntil?: number | undefined
}

/**
 * The state as the filter's value. An approved batch is in processing until its run has ended. A withdrawn batch is
 * closed: it will not be processed, and no checker has rejected it.
 */
export function batchStateOf(file: BatchFileState): BatchFilter {
  if (file.rejected) return batchStates.rejected
  if (file.withdrawn) return batchStates.closed
  if (!file.approved) return batchStates.awaiting
  if (file.closed) return batchStates.closed
  return file.processed ? batchStates.approved : batchStates.processing
}

/** False for filters 1 and 5, for which no date range is sent. */
export const filterTakesDates = (filter: BatchFilter): boolean =>
  filter !== batchStates.awaiting && filter !== batchStates.processing

/**
 * Returns why the viewer cannot approve the batch: it is already approved or rejected, or the viewer is the uploader.
 */
export function refuseApproval(file: BatchFileState, viewerId: string): string | undefined {
  return refuseDecision(file, viewerId)
}

/** Reject: the same conditions as for approving. */
export function refuseRejection(file: BatchFileState, viewerId: string): string | undefined {
  return refuseDecision(file, viewerId)
}

function refuseDecision(file: BatchFileState, viewerId: string): string | undefined {
  if (file.approved) return m.batches_approvedAlready()
  if (file.rejected) return m.batches_rejectedAlready()
  if (file.withdrawn) return m.batches_thisBatchHasBeenWithdrawn()
  if (file.uploadedUserId === viewerId) return m.batches_cannotApproveOwn()
  return undefined
}

/**
 * Returns why the uploader cannot withdraw the batch, or undefined. Possible until it is decided or, for an approved
 * batch with a hold, until it is posted. The batches of other users do not exist for the uploader.
 */
export function refuseWithdrawal(file: BatchFileState, now: number): string | undefined {
  if (file.withdrawn) return m.batches_withdrawnAlready()
  if (file.approved) return file.heldUntil === undefined ? m.batches_approvedAlready() : refuseUnschedule(file, now)
  return file.rejected ? m.batches_rejectedAlready() : undefined
}

/** True if the batch is approved and its hold has not ended: maker and checker can cancel it until then. */
export const isOnHold = (file: BatchFileState, now: number): boolean =>
  file.approved && file.heldUntil !== undefined && now < file.heldUntil && refuseUnschedule(file, now) === undefined

/**
 * Close: only for a batch that is approved, not rejected and not closed. The uploader can close it too, since closing
 * moves no money. A running batch must end first.
 */
export function refuseClose(file: BatchFileState): string | undefined {
  if (file.closed) return m.batches_closedAlready()
  if (file.rejected) return m.batches_rejectedCannotClose()
  if (!file.approved) return m.batches_onlyApprovedCloses()
  return file.begun ? m.batches_beingProcessedNow() : undefined
}

/**
 * Returns why a scheduled batch cannot return to awaiting approval, or undefined. Possible before its run, for any
 * approver including the uploader, since it moves no money. `now` is milliseconds since 1970.
 */
export function refuseUnschedule(file: BatchFileState, now: number): string | undefined {
  if (file.closed) return m.batches_closedAlready()
  if (!file.approved) return m.batches_onlyApprovedHasSchedule()
  if (file.processed) return m.batches_processedAlready()
  if (file.begun) return m.batches_beingProcessedNow()
  if (file.waitsUntil === undefined) return m.batches_thisBatchIsNotScheduled()
  return file.waitsUntil <= now ? m.batches_hourOfThisBatchHasCome() : undefined
}

/** Returns why the time cannot be changed. The change is a decision about the batch, so the uploader cannot make it. */
export function refuseReschedule(file: BatchFileState, viewerId: string, now: number): string | undefined {
  return refuseUnschedule(file, now) ?? (file.uploadedUserId === viewerId ? m.batches_cannotScheduleOwn() : undefined)
}

/** The comments of a closed batch can be edited. */
export const refuseClosedComments = (file: BatchFileState): string | undefined =>
  file.closed ? undefined : m.batches_onlyClosedBatchHasClosing()

/** Maximum length of the comments of a closed batch and of the reason of a rejection. */
export const MAX_CLOSED_COMMENTS = 255

/** A batch's state with its type, size and progress. */
export interface BatchProgress extends BatchFileState {
  readonly type: StoredBatchType
  readonly rowCount: number
  readonly loadedCount: number
}

/**
 * Retry: for an approved batch that is unprocessed and not closed or, since rows fail one by one, not completely
 * loaded. Not for the uploader, since a scheduled batch would run at another time than the checker chose.
 */
export function refuseRetry(file: BatchProgress, viewerId: string, now: number): string | undefined {
  if (file.rejected) return m.batches_rejectedCannotProcess()
  if (!file.approved) return m.batches_onlyApprovedProcesses()
  if (file.closed) return m.batches_closedCannotProcess()
  if (file.begun) return m.batches_beingProcessedNow()
  if (isOnHold(file, now)) return m.batches_onHold()
  if (file.processed && file.loadedCount >= file.rowCount)
    return m.batches_everyRowOfThisBatch({ done: batchKinds[file.type].done })
  return file.uploadedUserId === viewerId ? m.batches_cannotProcessOwn() : undefined
}

/** The date in the format that was sent. */
export const scheduledOn = (scheduledDate: string): string => m.batches_loadScheduled({ scheduledDate })
