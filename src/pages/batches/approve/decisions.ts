// The decisions as a table: what each asks before it is sent, and how it ends sentences about it.
import type { BatchLoadFile } from '#contract/batches.ts'
import type { Decision } from '#flows/unanswered/decisions.ts'
import { isWaitingForHour, restOf, sizeOf } from './rows.ts'

/** A decision on its way to the dialog. */
export interface Deciding {
  readonly decision: Decision
  readonly file: BatchLoadFile
}

export interface DecisionKind {
  readonly question: (file: BatchLoadFile) => string
  /** The verb with its object. */
  readonly confirm: (file: BatchLoadFile, scheduledDate?: string) => string
  readonly danger?: boolean
}

export const decisions: Readonly<Record<Decision, DecisionKind>> = {
  approve: {
    question: (file) => `Approve batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Approve ${sizeOf(file)}`,
  },
  reject: {
    question: (file) => `Reject batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Reject ${sizeOf(file)}`,
    danger: true,
  },
  retry: {
    question: (file) =>
      isWaitingForHour(file) ? `Process batch ${file.BATCHLOADFILEID} now?` : `Retry batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Process ${restOf(file)}`,
  },
  close: {
    question: (file) => `Close batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Close batch ${file.BATCHLOADFILEID}`,
  },
  comments: {
    question: (file) => `Comments of batch ${file.BATCHLOADFILEID}`,
    confirm: () => 'Save comments',
  },
  unschedule: {
    question: (file) => `Change the schedule of batch ${file.BATCHLOADFILEID}?`,
    confirm: (file, scheduledDate) =>
      scheduledDate === undefined ? 'Take off the schedule' : `Schedule ${sizeOf(file)}`,
  },
  withdraw: {
    question: (file) => `Withdraw batch ${file.BATCHLOADFILEID}?`,
    confirm: (file) => `Withdraw ${sizeOf(file)}`,
    danger: true,
  },
}
