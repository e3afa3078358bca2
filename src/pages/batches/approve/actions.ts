// The table of batch actions, with their buttons and the reasons to disable them. A new action needs an entry here. An
// action that changes data also needs texts in decisions.ts, an effect in BatchDecisionDialog and fields in
// DecisionFields.
import { m } from '#words/messages.js'
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
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import {
  approvalRefusal,
  closeRefusal,
  closedCommentsRefusal,
  rejectionRefusal,
  retryRefusal,
  unscheduleRefusal,
} from '#domain/batch/states.ts'
import { isUndecided } from './details.ts'
import { isOnHold, isScheduledForLater } from './rows.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { currentTime } from '#services/clock.ts'
import type { Download } from './download.ts'

export interface BatchAction {
  readonly key: Exclude<BatchChange, 'withdraw'> | Download
  readonly label: (batch: BatchLoadFile) => string
  /** A label that is clear outside the row of the batch. */
  readonly fullLabel?: (batch: BatchLoadFile) => string | undefined
  readonly icon: LucideIcon
  /** 'button' for the main action, 'menu' for the others. */
  readonly slot: (batch: BatchLoadFile) => 'button' | 'menu'
  /** False hides the action, because it is meaningless in the state of the batch. */
  readonly fits: (batch: BatchLoadFile) => boolean
  /** Why this viewer cannot use the action. Undefined if the viewer can. */
  readonly disabledReason: (batch: BatchLoadFile, viewerId: string) => string | undefined
}

/** Ignores whether the batch is running. A running batch disables closing and retrying, but does not hide them. */
const isCloseable = (batch: BatchLoadFile): boolean =>
  closeRefusal({ ...apiToBatchProgress(batch), isRunning: false }) === undefined

/** The id of a viewer who is not the maker of the batch. */
const OTHER_VIEWER = ''

const canBeRetriedByOthers = (batch: BatchLoadFile): boolean => retryDisabledReason(batch, OTHER_VIEWER) === undefined

export const batchActions: readonly BatchAction[] = [
  {
    key: 'approve',
    label: () => m.common_approve(),
    icon: Check,
    slot: () => 'button',
    fits: isUndecided,
    disabledReason: (batch, viewerId) => approvalRefusal(apiToBatchProgress(batch), viewerId),
  },
  {
    key: 'reject',
    label: () => m.common_reject(),
    icon: Ban,
    slot: (batch) => (isUndecided(batch) ? 'button' : 'menu'),
    // Hidden while the batch can be closed. Otherwise shown, but disabled after any decision.
    fits: (batch) => !isCloseable(batch),
    disabledReason: (batch, viewerId) => rejectionRefusal(apiToBatchProgress(batch), viewerId),
  },
  {
    key: 'retry',
    label: (batch) => (isScheduledForLater(batch) ? m.batches_processNow() : m.batches_retry()),
    icon: RotateCw,
    slot: (batch) => (canBeRetriedByOthers(batch) ? 'button' : 'menu'),
    fits: isCloseable,
    disabledReason: retryDisabledReason,
  },
  {
    key: 'changeSchedule',
    label: (batch) => (isOnHold(batch) ? m.common_cancelAction() : m.batches_changeSchedule()),
    // In the details this button is beside Close, so the label says that the button cancels the batch.
    fullLabel: (batch) => (isOnHold(batch) ? m.batches_cancelButton() : undefined),
    icon: CalendarClock,
    slot: (batch) => (isOnHold(batch) ? 'button' : 'menu'),
    fits: isScheduledForLater,
    disabledReason: (batch) => unscheduleRefusal(apiToBatchProgress(batch), currentTime()),
  },
  {
    key: 'close',
    label: () => m.batches_closeInTable(),
    // The details have another Close button, which closes the dialog.
    fullLabel: () => m.batches_closeBatch(),
    icon: Lock,
    slot: (batch) => {
      // If rows can still run, retrying is the main action. While the batch is on hold, cancelling is the main action.
      const hasOtherMainAction = canBeRetriedByOthers(batch) || isOnHold(batch)
      return hasOtherMainAction ? 'menu' : 'button'
    },
    fits: isCloseable,
    disabledReason: (batch) => closeRefusal(apiToBatchProgress(batch)),
  },
  {
    key: 'comments',
    label: () => m.batches_editComments(),
    icon: MessageSquareText,
    slot: () => 'button',
    fits: (batch) => batch.BATCHLOADFILECLOSED,
    disabledReason: (batch) => closedCommentsRefusal(apiToBatchProgress(batch)),
  },
  {
    key: 'report',
    label: () => m.common_downloadReport(),
    icon: FileSpreadsheet,
    slot: () => 'menu',
    fits: () => true,
    disabledReason: () => undefined,
  },
  {
    key: 'file',
    label: () => m.batches_downloadFile(),
    icon: FileDown,
    slot: () => 'menu',
    fits: () => true,
    disabledReason: () => undefined,
  },
]

/**
 * The server decides whether a batch can run again (RETRYABLE). The portal finds the text of the reason, and disables the
 * action for the maker of the batch.
 */
function retryDisabledReason(batch: BatchLoadFile, viewerId: string): string | undefined {
  if (!batch.RETRYABLE) return retryRefusal(apiToBatchProgress(batch), viewerId, currentTime())
  if (batch.BATCHLOADFILEUPLOADEDUSERID === viewerId) return m.batches_cannotProcessOwn()
  return batch.APPROVAL?.refusals.rerun
}
