// The table of decisions: their requests, and the texts of their results.
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { isHeld, isScheduledForLater, restOf, sizeOf } from './rows.ts'
import * as say from '#words/pages/batches/approve.ts'

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
    question: (file) => say.approveBatch(file.BATCHLOADFILEID),
    confirm: (file) => say.approveSize(sizeOf(file)),
  },
  reject: {
    question: (file) => say.rejectBatch(file.BATCHLOADFILEID),
    confirm: (file) => say.rejectSize(sizeOf(file)),
    danger: true,
  },
  retry: {
    question: (file) =>
      isScheduledForLater(file) ? say.processBatchNow(file.BATCHLOADFILEID) : say.retryBatch(file.BATCHLOADFILEID),
    confirm: (file) => say.processSize(restOf(file)),
  },
  close: {
    question: (file) => say.confirmClose(file.BATCHLOADFILEID),
    confirm: (file) => say.closeThis(file.BATCHLOADFILEID),
  },
  comments: {
    question: (file) => say.commentsOf(file.BATCHLOADFILEID),
    confirm: () => say.saveComments,
  },
  unschedule: {
    question: (file) => (isHeld(file) ? say.cancelBatch : say.changeScheduleOf)(file.BATCHLOADFILEID),
    confirm: (file, scheduledDate) => {
      if (isHeld(file)) return say.cancelSize(sizeOf(file))
      return scheduledDate === undefined ? say.takeOffSchedule : say.scheduleSize(sizeOf(file))
    },
  },
  withdraw: {
    question: (file) => (file.BATCHLOADFILEAPPROVED ? say.cancelBatch : say.withdrawBatch)(file.BATCHLOADFILEID),
    confirm: (file) => (file.BATCHLOADFILEAPPROVED ? say.cancelSize : say.withdrawSize)(sizeOf(file)),
    danger: true,
  },
}
