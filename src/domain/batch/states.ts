// A batch file's life and who may do what with it: asked by the screen for its tooltips and by the host for its answers.
import { batchKinds, type StoredBatchType } from './kinds.ts'
import * as say from '#words/domain/batch.ts'

/** batches §4: the filter's values. */
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

/** The longest words that own batches are searched by: of the length of a file's name. */
export const MAX_BATCH_SEARCH = 100

/** What the rules look at; host rows and wire entities are turned into it. */
export interface BatchFileState {
  readonly uploadedUserId: string
  readonly approved: boolean
  readonly rejected: boolean
  /** Taken back by its uploader before a decision. */
  readonly withdrawn: boolean
  readonly closed: boolean
  readonly processed: boolean
  /** True while a run is under way: some of its rows are decided, others not yet. */
  readonly begun: boolean
  /** The hour an approved batch waits for, in milliseconds since 1970; undefined where it runs as soon as it can. */
  readonly waitsUntil: number | undefined
}

/**
 * Where a file stands, as the filter's value; an approved one is in processing until its run has ended (batches §4), and one that
 * was withdrawn is closed: nothing of it will be done, and no checker has said no.
 */
export function batchStateOf(file: BatchFileState): BatchFilter {
  if (file.rejected) return batchStates.rejected
  if (file.withdrawn) return batchStates.closed
  if (!file.approved) return batchStates.awaiting
  if (file.closed) return batchStates.closed
  return file.processed ? batchStates.approved : batchStates.processing
}

/** batches §7: the date range is sent only for filters other than 1 and 5. */
export const filterTakesDates = (filter: BatchFilter): boolean =>
  filter !== batchStates.awaiting && filter !== batchStates.processing

/** batches §4 "Approve": neither approved nor rejected, and the viewer is not the uploader. */
export function refuseApproval(file: BatchFileState, viewerId: string): string | undefined {
  return refuseDecision(file, viewerId)
}

/** batches §4 "Reject": as approving; contract "Maker and checker": the uploader may do neither. */
export function refuseRejection(file: BatchFileState, viewerId: string): string | undefined {
  return refuseDecision(file, viewerId)
}

function refuseDecision(file: BatchFileState, viewerId: string): string | undefined {
  if (file.approved) return say.approvedAlready
  if (file.rejected) return say.rejectedAlready
  if (file.withdrawn) return say.thisBatchHasBeenWithdrawn
  if (file.uploadedUserId === viewerId) return OWN_BATCH
  return undefined
}

/** Whether the uploader may take the own batch back: until somebody has decided about it. Another's is not there for them. */
export function refuseWithdrawal(file: BatchFileState): string | undefined {
  if (file.withdrawn) return say.withdrawnAlready
  if (file.approved) return say.approvedAlready
  return file.rejected ? say.rejectedAlready : undefined
}

/**
 * batches §4 "Close": only a file that is approved, not rejected and not closed. The uploader may, too: it moves no money. A run
 * that has begun comes to its end first.
 */
export function refuseClose(file: BatchFileState): string | undefined {
  if (file.closed) return say.closedAlready
  if (file.rejected) return say.rejectedCannotClose
  if (!file.approved) return say.onlyApprovedCloses
  return file.begun ? BEGUN : undefined
}

/**
 * Whether a batch that waits for its hour may be put back to awaiting approval: until the hour has come, by whoever may approve,
 * the uploader too, since it moves no money. `now` is milliseconds since 1970.
 */
export function refuseUnschedule(file: BatchFileState, now: number): string | undefined {
  if (file.closed) return say.closedAlready
  if (!file.approved) return say.onlyApprovedHasSchedule
  if (file.processed) return say.processedAlready
  if (file.begun) return BEGUN
  if (file.waitsUntil === undefined) return say.thisBatchIsNotScheduled
  return file.waitsUntil <= now ? say.hourOfThisBatchHasCome : undefined
}

/** Whether it may be given another hour, which is a decision about it: not by the uploader. */
export function refuseReschedule(file: BatchFileState, viewerId: string, now: number): string | undefined {
  return refuseUnschedule(file, now) ?? (file.uploadedUserId === viewerId ? OWN_SCHEDULE : undefined)
}

/** batches §4: after closing the comments can be edited. */
export const refuseClosedComments = (file: BatchFileState): string | undefined =>
  file.closed ? undefined : say.onlyClosedBatchHasClosing

/** batches §9: the comment of a closed batch and the reason of a rejection. */
export const MAX_CLOSED_COMMENTS = 255

/** A batch's state with its kind, its size and how far it has come. */
export interface BatchProgress extends BatchFileState {
  readonly type: StoredBatchType
  readonly rowCount: number
  readonly loadedCount: number
}

/**
 * batches §4 "Retry": an approved file that is unprocessed and not closed; and, since a run fails row by row, one whose rows
 * are not all loaded. The uploader may not, since a scheduled file would run at another time than the checker chose.
 */
export function refuseRetry(file: BatchProgress, viewerId: string): string | undefined {
  if (file.rejected) return say.rejectedCannotProcess
  if (!file.approved) return say.onlyApprovedProcesses
  if (file.closed) return say.closedCannotProcess
  if (file.begun) return BEGUN
  if (file.processed && file.loadedCount >= file.rowCount) return say.everyRowOfThisBatch(batchKinds[file.type].done)
  return file.uploadedUserId === viewerId ? OWN_RETRY : undefined
}

/** Nothing can be changed about a batch while its run is under way. */
export const BEGUN = say.beingProcessedNow
export const OWN_BATCH = say.cannotApproveOwn
export const OWN_RETRY = say.cannotProcessOwn
export const OWN_SCHEDULE = say.cannotScheduleOwn
export const SCHEDULED_NOW = say.scheduledForProcessing
export const SCHEDULED_AGAIN = say.batchLoadScheduledForRe
export const BATCH_REJECTED = say.batchLoadRejected
export const BATCH_CLOSED = say.batchLoadClosed
export const BATCH_WITHDRAWN = say.batchLoadWithdrawn
export const BATCH_UNSCHEDULED = say.awaitingApprovalAgain
export const COMMENTS_SAVED = say.commentsSaved
/** batches §4; the date as it was sent. */
export const scheduledOn = (scheduledDate: string): string => say.loadScheduled(scheduledDate)
