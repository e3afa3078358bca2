// What the wizard says where kinds of batch differ: one row a kind. What they do differently is in #domain/batch/kinds.
import { type AdditionalValidation, batchSteps, type BatchType } from '#domain/batch/kinds.ts'

export interface KindWords {
  /** Below the page's title in the first step. */
  readonly description: string
  readonly steps: readonly string[]
  readonly optionsTitle: string
  readonly labelHint: string
  /** What a row of the file has, for "up to 250 rows of …". */
  readonly rowOf: string
  /** The rows' number among the facts. */
  readonly countLabel: string
  /** Of the batch and what happens next, after the submission. */
  readonly next: string
  readonly again: string
  /** Why the same rows need a reason is said of what would happen twice. */
  readonly whole: string
}

/** What the host checks besides the card itself (batches §9 "Default additional validation"). */
export const validationWords: Readonly<Record<AdditionalValidation, string>> = {
  loadlimit: 'each amount against the limits of its card',
  duplicateCard: 'that no card stands in the file twice',
}

const APPROVED = 'Somebody else has to approve it before any money moves.'

export const kindWords: Readonly<Record<BatchType, KindWords>> = {
  load: {
    description: 'Load funds onto many cards from a file. Another person approves the batch.',
    steps: batchSteps,
    optionsTitle: 'Load options',
    labelHint: 'Your name for this batch. The approver sees it.',
    rowOf: 'identifier and amount',
    countLabel: 'Loads',
    next: APPROVED,
    again: 'Create another batch load',
    whole: '',
  },
  transfer: {
    description: 'Move funds from card to card. Another person approves the batch.',
    steps: batchSteps,
    optionsTitle: 'Transfer options',
    labelHint: 'Your name for this batch. The approver sees it.',
    rowOf: 'identifier, target and amount; without an amount all that the card holds is moved',
    countLabel: 'Transfers',
    next: APPROVED,
    again: 'Create another batch transfer',
    whole: 'all it holds',
  },
  devalue: {
    description: 'Take funds off many cards. Another person approves the batch.',
    steps: batchSteps,
    optionsTitle: 'Devalue options',
    labelHint: 'What this batch is for. The approver sees it.',
    rowOf: 'identifier and amount; without an amount all that the card holds is taken off',
    countLabel: 'Devalues',
    next: APPROVED,
    again: 'Devalue another batch',
    whole: 'all it holds',
  },
  activate: {
    description: 'Activate many cards from a file. It is done at once, without an approval.',
    // cards §2 "Activate Card wizard".
    steps: ['File upload', 'Verification', 'Submit'],
    optionsTitle: 'Activation options',
    labelHint: '',
    rowOf: 'an identifier each',
    countLabel: 'Activations',
    next: '',
    again: 'Activate more cards',
    whole: '',
  },
}
