// The kinds of batch as a table: one wizard, one worker, one list, one posting and one set of words serve them all. A new kind
// is its name and its row here; the compiler then names what only that kind does: how it is judged (server/batches/judges), how
// it is uploaded (flows/upload/uploads, its operation in the contract), where it stands in the menu and in a card's statement.
import type { Permission } from '#domain/access/permissions.ts'

/** The kinds that are stored, approved and posted. */
export type StoredBatchType = 'load' | 'transfer' | 'devalue'
/** Besides, those that are done at once: an activation, by setCardStatus (cards §7). */
export type BatchType = StoredBatchType | 'activate'
export type AdditionalValidation = 'loadlimit' | 'duplicateCard'
/** What the host checks besides the card itself (batches §9 "Default additional validation"). */
export const validationWords: Readonly<Record<AdditionalValidation, string>> = {
  loadlimit: 'each amount against the limits of its card',
  duplicateCard: 'that no card stands in the file twice',
}
/** batches §9: the only load and transfer option; it skips the check of existence at upload. */
export type BatchOption = 'noIdentifierValidation'

export interface BatchKind {
  readonly type: BatchType
  /** The screen's and the menu's name (batches §2). */
  readonly title: string
  /** The address of its wizard (batches §2, cards §2). */
  readonly path: string
  readonly permission: Permission
  /** Rows of one file at most (batches §9). */
  readonly maxRows: number
  /** Endings accepted (batches §5: csv, xlsx or xls in load and devalue; csv only in transfer). */
  readonly accepts: readonly SheetEnding[]
  readonly needsTarget: boolean
  /** 'optional': a row without one means all that the card holds (batches §5: amount 0). */
  readonly amount: 'required' | 'optional' | 'none'
  /** True where fee type 14 is charged for each row. */
  readonly chargesFee: boolean
  readonly defaultValidation: readonly AdditionalValidation[]
  readonly options: readonly BatchOption[]
  /** True where the cards may be retired with it (batches §3: devalue only). */
  readonly offersRetire: boolean
  /** The text that goes with the whole file; an activation has none. */
  readonly label: BatchLabel | undefined
  /** What a row shows, in this order. */
  readonly columns: readonly BatchColumn[]
  /** What one row does, for sentences: "4,812 loads". */
  readonly noun: { readonly one: string; readonly many: string }
  /** 'can be loaded': what a row can or cannot be, for sentences. */
  readonly done: string
  readonly uploaded: string
  readonly words: WizardWords
}

/** A kind that moves money, once somebody else has approved it. */
export interface StoredBatchKind extends BatchKind {
  readonly type: StoredBatchType
  readonly label: BatchLabel
  readonly moves: BatchMove
  /** True where a checker is told of cards that were never loaded before. */
  readonly tellsFirstLoads: boolean
}

/** Whose account pays for a row, and whose is paid; fees are paid by whoever pays, to the programme's fee income. */
export interface BatchMove {
  readonly from: BatchSide
  readonly to: BatchSide
  /** "4,812 loads of SGD 96,240.00 in all will be …" */
  readonly words: string
}

/** The row's card, its second card, or an account of the programme's owner. */
export type BatchSide = 'card' | 'target' | 'funding' | 'fee' | 'settlement' | 'float'

export interface BatchLabel {
  /** The field's label on screen. */
  readonly text: string
  readonly hint: string
  /** What is said where it is left empty. */
  readonly missing: string
  /** True where it is asked before a file can be dropped (batches §5: devalue). */
  readonly beforeFile: boolean
  /** The upload's parameter that carries it (batches §7). */
  readonly parameter: string
}

/** What the wizard says where kinds differ. */
export interface WizardWords {
  /** Below the page's title in the first step. */
  readonly description: string
  readonly steps: readonly string[]
  /** What a row of the file has, for "up to 250 rows of …". */
  readonly rowOf: string
  /** Begins the next one, after the submission. */
  readonly again: string
}

export type BatchColumn = 'identifier' | 'identifierTo' | 'amount' | 'fee'

export type SheetEnding = 'csv' | 'xlsx' | 'xls'

/** The wizard's three steps (batches §2, §4). */
export const batchSteps = ['Batch file upload', 'Batch verification', 'Batch submit'] as const

const loadReference: BatchLabel = {
  text: 'Load reference',
  hint: 'Your name for this batch. The approver sees it.',
  missing: "the load reference can't be blank or the file format is incorrect",
  beforeFile: false,
  parameter: 'loadReference',
}

/** The kinds that are stored, in the order in which they are listed. */
export const storedBatchKinds: Readonly<Record<StoredBatchType, StoredBatchKind>> = {
  load: {
    type: 'load',
    title: 'Create Batch Load',
    path: '/batchload',
    permission: 'Batch.load',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'required',
    chargesFee: true,
    defaultValidation: ['loadlimit'],
    options: ['noIdentifierValidation'],
    offersRetire: false,
    label: loadReference,
    columns: ['identifier', 'amount', 'fee'],
    moves: { from: 'funding', to: 'card', words: 'taken from the funding account and put on the cards' },
    tellsFirstLoads: true,
    noun: { one: 'load', many: 'loads' },
    done: 'loaded',
    uploaded: 'Batch file uploaded successfully and awaiting approval',
    words: {
      description: 'Load funds onto many cards from a file. Another person approves the batch.',
      steps: batchSteps,
      rowOf: 'identifier and amount',
      again: 'Create another batch load',
    },
  },
  devalue: {
    type: 'devalue',
    title: 'Devalue Batch',
    path: '/batchdevalue',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['duplicateCard'],
    options: [],
    offersRetire: true,
    label: {
      text: 'Batch description',
      hint: 'What this batch is for. The approver sees it.',
      missing: 'The batch description is required',
      beforeFile: true,
      parameter: 'batchDescription',
    },
    columns: ['identifier', 'amount'],
    moves: { from: 'card', to: 'funding', words: 'taken off the cards and put back on the funding account' },
    tellsFirstLoads: false,
    noun: { one: 'devalue', many: 'devalues' },
    done: 'devalued',
    uploaded: 'Batch devalue file uploaded successfully and awaiting approval',
    words: {
      description: 'Take funds off many cards. Another person approves the batch.',
      steps: batchSteps,
      rowOf: 'identifier and amount; without an amount all that the card holds is taken off',
      again: 'Devalue another batch',
    },
  },
  transfer: {
    type: 'transfer',
    title: 'Batch Transfer',
    path: '/batchtransfer',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv'],
    needsTarget: true,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['loadlimit', 'duplicateCard'],
    options: ['noIdentifierValidation'],
    offersRetire: false,
    label: loadReference,
    columns: ['identifier', 'identifierTo', 'amount'],
    moves: { from: 'card', to: 'target', words: 'moved from card to card' },
    tellsFirstLoads: false,
    noun: { one: 'transfer', many: 'transfers' },
    done: 'transferred',
    uploaded: 'Batch transfer file uploaded successfully and awaiting approval',
    words: {
      description: 'Move funds from card to card. Another person approves the batch.',
      steps: batchSteps,
      rowOf: 'identifier, target and amount; without an amount all that the card holds is moved',
      again: 'Create another batch transfer',
    },
  },
}

/** Every kind; indexed by a stored one it gives a stored one's row. */
export const batchKinds: Readonly<Record<StoredBatchType, StoredBatchKind>> &
  Readonly<Record<Exclude<BatchType, StoredBatchType>, BatchKind>> = {
  ...storedBatchKinds,
  // cards §5, §7: the wizard of /activateCards; setCardStatus does it.
  activate: {
    type: 'activate',
    title: 'Activate Card',
    path: '/activateCards',
    permission: 'Card.write',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'none',
    chargesFee: false,
    defaultValidation: [],
    options: [],
    offersRetire: false,
    label: undefined,
    columns: ['identifier'],
    noun: { one: 'activation', many: 'activations' },
    done: 'activated',
    uploaded: 'Card activated successfully',
    words: {
      description: 'Activate many cards from a file. It is done at once, without an approval.',
      // cards §2 "Activate Card wizard".
      steps: ['File upload', 'Verification', 'Submit'],
      rowOf: 'an identifier each',
      again: 'Activate more cards',
    },
  },
}

/** The names of the kinds that are stored, for whoever checks what comes in. */
export const storedBatchTypes = Object.keys(storedBatchKinds) as [StoredBatchType, ...StoredBatchType[]]
