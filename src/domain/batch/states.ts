// The states of a batch and who can do what with it, for the screen's tooltips and the server's answers. Rules:
// docs/rules/batches.md, "Decisions".
import { batchKinds, type StoredBatchType } from './kinds.ts'
import * as say from '#words/domain/batch.ts'

/** The values of the filter. */
export const batchStates = { awaiting: 1, approved: 2, rejected: 3, closed: 4, processing: 5 } as const
export type BatchFilter = (typeof batchStates)[keyof typeof batchStates]
export const batchFilterLabels: Readonly<Record<BatchFilter, string>> = {
  1: say.awaitingApproval,
  2: say.approved,
  3: say.rejected,
  4: say.closed,
  5: say.processing,
}
export const DEFAULT_BATCH_FILTER: BatchFilter = 1

/** The longest search term for own batches: as long as a file's name. */
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
  /** When a scheduled batch runs, in milliseconds since 1970; undefined if it runs as soon as possible. */
  readonly waitsUntil: number | undefined
  /** No earlier than this, whatever its schedule, so that it can still be cancelled (schedule.ts, `holdUntil`). */
  readonly heldUntil?: number | undefined
}

/**
 * The state as the filter's value. An approved batch is in processing until its run has ended, and a withdrawn one is
 * closed: nothing of it will be done, and no checker has rejected it.
 */
export function batchStateOf(file: BatchFileState): BatchFilter {
  if (file.rejected) return batchStates.rejected
  if (file.withdrawn) return batchStates.closed
  if (!file.approved) return batchStates.awaiting
  if (file.closed) return batchStates.closed
  return file.processed ? batchStates.approved : batchStates.processing
}

/** The date range is sent only for filters other than 1 and 5. */
export const filterTakesDates = (filter: BatchFilter): boolean =>
  filter !== batchStates.awaiting && filter !== batchStates.processing

/** Approve: neither approved nor rejected, and the viewer is not the uploader. */
export function refuseApproval(file: BatchFileState, viewerId: string): string | undefined {
  return refuseDecision(file, viewerId)
}

/** Reject: the same conditions as for approving. */
export function refuseRejection(file: BatchFileState, viewerId: string): string | undefined {
  return refuseDecision(file, viewerId)
}

function refuseDecision(file: BatchFileState, viewerId: string): string | undefined {
  if (file.approved) return say.approvedAlready
  if (file.rejected) return say.rejectedAlready
  if (file.withdrawn) return say.thisBatchHasBeenWithdrawn
  if (file.uploadedUserId === viewerId) return CANNOT_APPROVE_OWN
  return undefined
}

/**
 * Whether the uploader can withdraw the batch: until it is decided, or, for an approved one with a hold, until it is
 * posted. Batches of others do not exist for them.
 */
export function refuseWithdrawal(file: BatchFileState, now: number): string | undefined {
  if (file.withdrawn) return say.withdrawnAlready
  if (file.approved) return file.heldUntil === undefined ? say.approvedAlready : refuseUnschedule(file, now)
  return file.rejected ? say.rejectedAlready : undefined
}

/** Approved, and posted only when its hold has ended: maker and checker can cancel it until then. */
export const isOnHold = (file: BatchFileState, now: number): boolean =>
  file.approved && file.heldUntil !== undefined && now < file.heldUntil && refuseUnschedule(file, now) === undefined

/**
 * Close: only a batch that is approved, not rejected and not closed. The uploader can, too, since it moves no money. A
 * running batch ends first.
 */
export function refuseClose(file: BatchFileState): string | undefined {
  if (file.closed) return say.closedAlready
  if (file.rejected) return say.rejectedCannotClose
  if (!file.approved) return say.onlyApprovedCloses
  return file.begun ? BEGUN : undefined
}

/**
 * Whether a scheduled batch can be put back to awaiting approval: before its run, by any approver including the
 * uploader, since it moves no money. `now` is milliseconds since 1970.
 */
export function refuseUnschedule(file: BatchFileState, now: number): string | undefined {
  if (file.closed) return say.closedAlready
  if (!file.approved) return say.onlyApprovedHasSchedule
  if (file.processed) return say.processedAlready
  if (file.begun) return BEGUN
  if (file.waitsUntil === undefined) return say.thisBatchIsNotScheduled
  return file.waitsUntil <= now ? say.hourOfThisBatchHasCome : undefined
}

/** Whether its time can be changed, which is a decision about it: not by the uploader. */
export function refuseReschedule(file: BatchFileState, viewerId: string, now: number): string | undefined {
  return refuseUnschedule(file, now) ?? (file.uploadedUserId === viewerId ? OWN_SCHEDULE : undefined)
}

/** The comments of a closed batch can be edited. */
export const refuseClosedComments = (file: BatchFileState): string | undefined =>
  file.closed ? undefined : say.onlyClosedBatchHasClosing

/** Maximum length of the comments of a closed batch and of the reason of a rejection. */
export const MAX_CLOSED_COMMENTS = 255

/** A batch's state with its type, size and progress. */
export interface BatchProgress extends BatchFileState {
  readonly type: StoredBatchType
  readonly rowCount: number
  readonly loadedCount: number
}

/**
 * Retry: an approved batch that is unprocessed and not closed, or, since rows fail one by one, one whose rows are not
 * all loaded. Not by the uploader, since a scheduled batch would run at another time than the checker chose.
 */
export function refuseRetry(file: BatchProgress, viewerId: string, now: number): string | undefined {
  if (file.rejected) return say.rejectedCannotProcess
  if (!file.approved) return say.onlyApprovedProcesses
  if (file.closed) return say.closedCannotProcess
  if (file.begun) return BEGUN
  if (isOnHold(file, now)) return say.onHold
  if (file.processed && file.loadedCount >= file.rowCount) return say.everyRowOfThisBatch(batchKinds[file.type].done)
  return file.uploadedUserId === viewerId ? CANNOT_RETRY_OWN : undefined
}

/** A batch cannot be changed during its run. */
export const BEGUN = say.beingProcessedNow
export const CANNOT_APPROVE_OWN = say.cannotApproveOwn
export const CANNOT_RETRY_OWN = say.cannotProcessOwn
export const OWN_SCHEDULE = say.cannotScheduleOwn
export const SCHEDULED_NOW = say.scheduledForProcessing
export const SCHEDULED_AGAIN = say.batchLoadScheduledForRe
export const BATCH_REJECTED = say.batchLoadRejected
export const BATCH_CLOSED = say.batchLoadClosed
export const BATCH_WITHDRAWN = say.batchLoadWithdrawn
export const BATCH_UNSCHEDULED = say.awaitingApprovalAgain
export const COMMENTS_SAVED = say.commentsSaved
/** The date as it was sent. */
export const scheduledOn = (scheduledDate: string): string => say.loadScheduled(scheduledDate)
