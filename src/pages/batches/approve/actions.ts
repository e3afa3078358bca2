// What may be done with a batch load file, as a table: its button, and the sentence that bars it (batches §4). A new action is
// a row here; one that changes something has its call and its words in decisions.ts and its fields in DecisionDialog.
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
  OWN_RETRY,
  refuseApproval,
  refuseClose,
  refuseClosedComments,
  refuseRejection,
  refuseRetry,
  refuseUnschedule,
} from '#domain/batch/states.ts'
import { isUndecided } from './details.ts'
import { isWaitingForHour } from './rows.ts'
import type { Decision } from '#flows/unanswered/decisions.ts'
import type { Download } from './download.ts'
import * as say from '#words/pages/batches/approve.ts'

export interface BatchAction {
  readonly key: Exclude<Decision, 'withdraw'> | Download
  readonly label: (file: BatchLoadFile) => string
  /** Where it does not stand in its batch's row and the label alone could mean something else. */
  readonly inFull?: string
  readonly icon: LucideIcon
  /** A button of its own where it is what one comes for, else an item of the batch's menu. */
  readonly place: (file: BatchLoadFile) => 'button' | 'menu'
  /** Whether the action has a meaning in that state; where it has none it is not offered. */
  readonly fits: (file: BatchLoadFile) => boolean
  /** Why this viewer may not, or undefined. */
  readonly refuse: (file: BatchLoadFile, viewerId: string) => string | undefined
}

// Whoever looks, and whether it runs now: what may not be done for that alone stays in view, barred.
const isCloseable = (file: BatchLoadFile): boolean =>
  refuseClose({ ...batchFileToProgress(file), begun: false }) === undefined

/** Barred actions stay in view where the specification bars them, with its sentence. */
export const batchActions: readonly BatchAction[] = [
  {
    key: 'approve',
    label: () => say.approve,
    icon: Check,
    place: () => 'button',
    fits: isUndecided,
    refuse: (file, viewerId) => refuseApproval(batchFileToProgress(file), viewerId),
  },
  {
    key: 'reject',
    label: () => say.reject,
    icon: Ban,
    place: (file) => (isUndecided(file) ? 'button' : 'menu'),
    // batches §4: "available while the file is not closed-eligible, disabled once approved or rejected".
    fits: (file) => !isCloseable(file),
    refuse: (file, viewerId) => refuseRejection(batchFileToProgress(file), viewerId),
  },
  {
    key: 'retry',
    label: (file) => (isWaitingForHour(file) ? say.processNow : say.retry),
    icon: RotateCw,
    place: (file) => (refuseRetrying(file, '') === undefined ? 'button' : 'menu'),
    fits: isCloseable,
    refuse: refuseRetrying,
  },
  {
    key: 'unschedule',
    label: () => say.changeSchedule,
    icon: CalendarClock,
    place: () => 'menu',
    fits: isWaitingForHour,
    refuse: (file) => refuseUnschedule(batchFileToProgress(file), Date.now()),
  },
  {
    key: 'close',
    label: () => say.close,
    // The details have a Close of their own.
    inFull: say.closeBatch,
    icon: Lock,
    // Where something is left to run, that is what one comes for.
    place: (file) => (refuseRetrying(file, '') === undefined ? 'menu' : 'button'),
    fits: isCloseable,
    refuse: (file) => refuseClose(batchFileToProgress(file)),
  },
  {
    key: 'comments',
    label: () => say.editComments,
    icon: MessageSquareText,
    place: () => 'button',
    fits: (file) => file.BATCHLOADFILECLOSED,
    refuse: (file) => refuseClosedComments(batchFileToProgress(file)),
  },
  {
    key: 'report',
    label: () => say.downloadReport,
    icon: FileSpreadsheet,
    place: () => 'menu',
    fits: () => true,
    refuse: () => undefined,
  },
  {
    key: 'file',
    label: () => say.downloadFile,
    icon: FileDown,
    place: () => 'menu',
    fits: () => true,
    refuse: () => undefined,
  },
]

// The server decides which batch can run again; that nobody runs their own batch both sides check.
function refuseRetrying(file: BatchLoadFile, viewerId: string): string | undefined {
  if (!file.RETRYABLE) return refuseRetry(batchFileToProgress(file), viewerId)
  return file.BATCHLOADFILEUPLOADEDUSERID === viewerId ? OWN_RETRY : undefined
}
