// The title and confirm button of the dialog for each decision.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { isOnHold, isScheduledForLater, remainingSizeOf, sizeOf } from './rows.ts'

/** True if the decision cancels an approved batch before it is posted. */
export function isCancelling(decision: BatchChange, batch: BatchLoadFile): boolean {
  // An approver cancels during the hold.
  if (decision === 'changeSchedule') return isOnHold(batch)
  // The maker withdraws an approved batch.
  return decision === 'withdraw' && batch.BATCHLOADFILEAPPROVED
}

export interface DecisionTexts {
  readonly title: (batch: BatchLoadFile) => string
  /** The label of the confirm button: a verb with its object, 'Approve 12 loads, SGD 240.00'. */
  readonly confirmLabel: (batch: BatchLoadFile, scheduledDate?: string) => string
  readonly danger?: boolean
}

export const decisionTexts: Readonly<Record<BatchChange, DecisionTexts>> = {
  approve: {
    title: (batch) => m.batches_confirmApprove({ id: batch.BATCHLOADFILEID }),
    confirmLabel: (batch, scheduledDate) =>
      scheduledDate === undefined
        ? m.batches_approveSize({ size: sizeOf(batch) })
        : m.batches_scheduleSize({ size: sizeOf(batch) }),
  },
  reject: {
    title: (batch) => m.batches_confirmReject({ id: batch.BATCHLOADFILEID }),
    confirmLabel: (batch) => m.batches_rejectSize({ size: sizeOf(batch) }),
    danger: true,
  },
  // Runs a scheduled batch now, or the failed rows of a batch again.
  retry: {
    title: (batch) =>
      isScheduledForLater(batch)
        ? m.batches_confirmProcess({ id: batch.BATCHLOADFILEID })
        : m.batches_confirmRetry({ id: batch.BATCHLOADFILEID }),
    confirmLabel: (batch) => {
      const size = remainingSizeOf(batch)
      return isScheduledForLater(batch) ? m.batches_processSize({ size }) : m.batches_retrySize({ size })
    },
  },
  close: {
    title: (batch) => m.batches_confirmClose({ id: batch.BATCHLOADFILEID }),
    confirmLabel: (batch) => m.batches_closeBatchId({ id: batch.BATCHLOADFILEID }),
  },
  comments: {
    title: (batch) => m.batches_commentsOf({ id: batch.BATCHLOADFILEID }),
    confirmLabel: () => m.batches_saveComments(),
  },
  // Cancels a batch on hold. Any other scheduled batch gets another time or, without a date, awaits approval again.
  changeSchedule: {
    title: (batch) =>
      isOnHold(batch)
        ? m.batches_confirmCancel({ id: batch.BATCHLOADFILEID })
        : m.batches_confirmReschedule({ id: batch.BATCHLOADFILEID }),
    confirmLabel: (batch, scheduledDate) => {
      if (isOnHold(batch)) return m.batches_cancelSize({ size: sizeOf(batch) })
      return scheduledDate === undefined ? m.batches_takeOffSchedule() : m.batches_scheduleSize({ size: sizeOf(batch) })
    },
  },
  withdraw: {
    title: (batch) =>
      batch.BATCHLOADFILEAPPROVED
        ? m.batches_confirmCancel({ id: batch.BATCHLOADFILEID })
        : m.batches_confirmWithdraw({ id: batch.BATCHLOADFILEID }),
    confirmLabel: (batch) =>
      batch.BATCHLOADFILEAPPROVED
        ? m.batches_cancelSize({ size: sizeOf(batch) })
        : m.batches_withdrawSize({ size: sizeOf(batch) }),
    danger: true,
  },
}
