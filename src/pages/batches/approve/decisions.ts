// The table of decisions: their requests, and the texts of their results.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { isHeld, isScheduledForLater, restOf, sizeOf } from './rows.ts'

/** A decision that the dialog asks about. */
export interface Deciding {
  readonly decision: BatchChange
  readonly file: BatchLoadFile
}

/** True if an approved batch is cancelled before posting: by an approver during its hold, or by its uploader. */
export const isCancelling = (decision: BatchChange, file: BatchLoadFile): boolean =>
  (decision === 'unschedule' && isHeld(file)) || (decision === 'withdraw' && file.BATCHLOADFILEAPPROVED)

export interface DecisionKind {
  readonly question: (file: BatchLoadFile) => string
  /** A verb with its object. */
  readonly confirm: (file: BatchLoadFile, scheduledDate?: string) => string
  readonly danger?: boolean
}

export const decisions: Readonly<Record<BatchChange, DecisionKind>> = {
  approve: {
    question: (file) => m.batches_approveBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_approveSize({ size: sizeOf(file) }),
  },
  reject: {
    question: (file) => m.batches_rejectBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_rejectSize({ size: sizeOf(file) }),
    danger: true,
  },
  retry: {
    question: (file) =>
      isScheduledForLater(file)
        ? m.batches_processBatchNow({ id: file.BATCHLOADFILEID })
        : m.batches_retryBatch({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_processSize({ size: restOf(file) }),
  },
  close: {
    question: (file) => m.batches_confirmClose({ id: file.BATCHLOADFILEID }),
    confirm: (file) => m.batches_closeThis({ id: file.BATCHLOADFILEID }),
  },
  comments: {
    question: (file) => m.batches_commentsOf({ id: file.BATCHLOADFILEID }),
    confirm: () => m.batches_saveComments(),
  },
  unschedule: {
    question: (file) =>
      isHeld(file)
        ? m.batches_cancelBatch({ id: file.BATCHLOADFILEID })
        : m.batches_changeScheduleOf({ id: file.BATCHLOADFILEID }),
    confirm: (file, scheduledDate) => {
      if (isHeld(file)) return m.batches_cancelSize({ size: sizeOf(file) })
      return scheduledDate === undefined ? m.batches_takeOffSchedule() : m.batches_scheduleSize({ size: sizeOf(file) })
    },
  },
  withdraw: {
    question: (file) =>
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
