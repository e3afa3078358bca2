// A batch file's life and who may do what with it: asked by the screen for its tooltips and by the host for its answers.

/** batches §4: the filter's values. */
export const batchStates = { awaiting: 1, approved: 2, rejected: 3, closed: 4, processing: 5 } as const
export type BatchFilter = (typeof batchStates)[keyof typeof batchStates]
export const batchFilterLabels: Readonly<Record<BatchFilter, string>> = {
  1: 'Awaiting approval',
  2: 'Approved',
  3: 'Rejected',
  4: 'Closed',
  5: 'Processing',
}
export const DEFAULT_BATCH_FILTER: BatchFilter = 1

/** What the rules look at; host rows and wire entities are turned into it. */
export interface BatchFileState {
  readonly uploadedUserId: string
  readonly approved: boolean
  readonly rejected: boolean
  readonly closed: boolean
  readonly processed: boolean
}

/** Where a file stands, as the filter's value; an approved one is in processing until its run has ended (batches §4). */
export function batchStateOf(file: BatchFileState): BatchFilter {
  if (file.rejected) return batchStates.rejected
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
  if (file.approved) return 'This batch has been approved already'
  if (file.rejected) return 'This batch has been rejected already'
  if (file.uploadedUserId === viewerId) return OWN_BATCH
  return undefined
}

export const OWN_BATCH = 'A user cannot approve their own load'
export const SCHEDULED_NOW = 'Batch load scheduled for processing'
