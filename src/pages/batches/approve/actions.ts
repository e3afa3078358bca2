// The actions of a batch as a table: button and refusal. A new action is a row here; one that changes something has its
// call and texts in decisions.ts and its fields in BatchDecisionDialog.
import {
  Ban,
  CalendarClock,
  Check,
  FileDown,
  FileSpreadsheet,
  Lock,
  type LucideIcon,
  MessageSquareText,
  RotateCw,
} from 'lucide-react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchFileToProgress } from '#contract/batch-file.ts'
import {
  CANNOT_RETRY_OWN,
  refuseApproval,
  refuseClose,
  refuseClosedComments,
  refuseRejection,
  refuseRetry,
  refuseUnschedule,
} from '#domain/batch/states.ts'
import { isUndecided } from './details.ts'
import { isHeld, isScheduledForLater } from './rows.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import type { Download } from './download.ts'
import * as say from '#words/pages/batches/approve.ts'

export interface BatchAction {
  readonly key: Exclude<BatchChange, 'withdraw'> | Download
  readonly label: (file: BatchLoadFile) => string
  /** A label that is clear outside the row of its batch. */
  readonly inFull?: (file: BatchLoadFile) => string | undefined
  readonly icon: LucideIcon
  /** A button if it is the main action, otherwise an item of the batch's menu. */
  readonly slot: (file: BatchLoadFile) => 'button' | 'menu'
  /** Whether the action makes sense in that state; otherwise it is not offered. */
  readonly fits: (file: BatchLoadFile) => boolean
  /** Why this viewer cannot use it, or undefined. */
  readonly refuse: (file: BatchLoadFile, viewerId: string) => string | undefined
}

// The viewer, and whether it runs now: actions refused only for that stay visible, disabled.
const isCloseable = (file: BatchLoadFile): boolean =>
  refuseClose({ ...batchFileToProgress(file), begun: false }) === undefined

/** Disabled actions that stay visible have a sentence that says why. */
export const batchActions: readonly BatchAction[] = [
  {
    key: 'approve',
    label: () => say.approve,
    icon: Check,
    slot: () => 'button',
    fits: isUndecided,
    refuse: (file, viewerId) => refuseApproval(batchFileToProgress(file), viewerId),
  },
  {
    key: 'reject',
    label: () => say.reject,
    icon: Ban,
    slot: (file) => (isUndecided(file) ? 'button' : 'menu'),
    // Available while the file is not closed-eligible, disabled once approved or rejected.
    fits: (file) => !isCloseable(file),
    refuse: (file, viewerId) => refuseRejection(batchFileToProgress(file), viewerId),
  },
  {
    key: 'retry',
    label: (file) => (isScheduledForLater(file) ? say.processNow : say.retry),
    icon: RotateCw,
    slot: (file) => (refuseRetrying(file, '') === undefined ? 'button' : 'menu'),
    fits: isCloseable,
    refuse: refuseRetrying,
  },
  {
    key: 'unschedule',
    label: (file) => (isHeld(file) ? say.cancel : say.changeSchedule),
    // In the details it is beside Close.
    inFull: (file) => (isHeld(file) ? say.cancelWhole : undefined),
    icon: CalendarClock,
    slot: (file) => (isHeld(file) ? 'button' : 'menu'),
    fits: isScheduledForLater,
    refuse: (file) => refuseUnschedule(batchFileToProgress(file), Date.now()),
  },
  {
    key: 'close',
    label: () => say.close,
    // The details have their own Close button.
    inFull: () => say.closeBatch,
    icon: Lock,
    // If something is left to run, retrying is the main action; during a hold it is to cancel.
    slot: (file) => (refuseRetrying(file, '') === undefined || isHeld(file) ? 'menu' : 'button'),
    fits: isCloseable,
    refuse: (file) => refuseClose(batchFileToProgress(file)),
  },
  {
    key: 'comments',
    label: () => say.editComments,
    icon: MessageSquareText,
    slot: () => 'button',
    fits: (file) => file.BATCHLOADFILECLOSED,
    refuse: (file) => refuseClosedComments(batchFileToProgress(file)),
  },
  {
    key: 'report',
    label: () => say.downloadReport,
    icon: FileSpreadsheet,
    slot: () => 'menu',
    fits: () => true,
    refuse: () => undefined,
  },
  {
    key: 'file',
    label: () => say.downloadFile,
    icon: FileDown,
    slot: () => 'menu',
    fits: () => true,
    refuse: () => undefined,
  },
]

// The server decides which batch can run again; both sides check that no one runs their own batch.
function refuseRetrying(file: BatchLoadFile, viewerId: string): string | undefined {
  if (!file.RETRYABLE) return refuseRetry(batchFileToProgress(file), viewerId, Date.now())
  return file.BATCHLOADFILEUPLOADEDUSERID === viewerId ? CANNOT_RETRY_OWN : undefined
}
