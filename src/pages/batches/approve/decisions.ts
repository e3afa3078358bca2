// The title and confirm button of the dialog for each decision.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { isHeld, isScheduledForLater, remainingSizeOf, sizeOf } from './rows.ts'

/** A decision that the dialog asks about. */
export interface OpenDecision {
  readonly decision: BatchChange
  readonly file: BatchLoadFile
}

/** True if an approved batch is cancelled before posting: by an approver during its hold, or by its uploader. */
export const isCancelling = (decision: BatchChange, file: BatchLoadFile): boolean =>
  (decision === 'unschedule' && isHeld(file)) || (decision === 'withdraw' && file.BATCHLOADFILEAPPROVED)

export interface DecisionTexts {
  readonly title: (file: BatchLoadFile) => string
  /** A verb with its object. */
  readonly confirm: (file: BatchLoadFile, scheduledDate?: string) => string
  readonly danger?: boolean
}

export const decisionTexts: Readonly<Record<BatchChange, DecisionTexts>> = {
  approve: {
    title: (file) => m.batches_approveBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_approveSize({ size: sizeOf(file) }),
  },
  reject: {
    title: (file) => m.batches_rejectBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_rejectSize({ size: sizeOf(file) }),
    danger: true,
  },
  retry: {
    title: (file) =>
      isScheduledForLater(file)
        ? m.batches_processBatchNow({ id: file.BATCHLOADFILEID })
        : m.batches_retryBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_processSize({ size: remainingSizeOf(file) }),
  },
  close: {
    title: (file) => m.batches_confirmClose({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_closeThis({ id: file.BATCHLOADFILEID }),
  },
  comments: {
    title: (file) => m.batches_commentsOf({ id: file.BATCHLOADFILEID }),
    confirm: () => m.batches_saveComments(),
  },
  unschedule: {
    title: (file) =>
      isHeld(file)
        ? m.batches_cancelBatch({ id: file.BATCHLOADFILEID })
        : m.batches_changeScheduleOf({ id: file.BATCHLOADFILEID }),
    confirm: (file, scheduledDate) => {
      if (isHeld(file)) return m.batches_cancelSize({ size: sizeOf(file) })
      return scheduledDate === undefined ? m.batches_takeOffSchedule() : m.batches_scheduleSize({ size: sizeOf(file) })
    },
  },
  withdraw: {
    title: (file) =>
      file.BATCHLOADFILEAPPROVED
        ? m.batches_cancelBatch({ id: file.BATCHLOADFILEID })
        : m.batches_withdrawBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) =>
      file.BATCHLOADFILEAPPROVED
        ? m.batches_cancelSize({ size: sizeOf(file) })
        : m.batches_withdrawSize({ size: sizeOf(file) }),
    danger: true,
  },
}
