// The kinds of batch as a table: one wizard, one worker, one list, one posting and one set of words serve them all. A new kind
// is its name and its row here; the compiler then names what only that kind does: how it is judged (server/batches/judges), how
// it is uploaded (flows/upload/uploads, its operation in the contract), where it stands in the menu and in a card's statement.
import type { Permission } from '#domain/access/permissions.ts'
import * as say from '#words/domain/batch.ts'

/** The kinds that are stored, approved and posted. */
export type StoredBatchType = 'load' | 'transfer' | 'devalue'
/** Besides, those that are done at once: an activation, by setCardStatus (cards §7). */
export type BatchType = StoredBatchType | 'activate'
export type AdditionalValidation = 'loadlimit' | 'duplicateCard'
/** What the host checks besides the card itself (batches §9 "Default additional validation"). */
export const validationWords: Readonly<Record<AdditionalValidation, string>> = {
  loadlimit: say.checksLimits,
  duplicateCard: say.checksRepeatedCards,
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
  /** True if the file that was uploaded is stored with the batch. */
  readonly keepsFile: boolean
  /** True if it is done without an approval: its result is shown in the wizard and kept on this device until the next one begins. */
  readonly isDoneAtOnce: boolean
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
  /** True if its amounts count in the sums of what is loaded by day. */
  readonly countsAsLoads: boolean
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
export const batchSteps = [say.batchFileUpload, say.batchVerification, say.batchSubmit] as const

const loadReference: BatchLabel = {
  text: say.loadReference,
  hint: say.whatReferenceIsFor,
  missing: say.loadReferenceCantBeBlank,
  beforeFile: false,
  parameter: 'loadReference',
}

/** The kinds that are stored, in the order in which they are listed. */
export const storedBatchKinds: Readonly<Record<StoredBatchType, StoredBatchKind>> = {
  load: {
    type: 'load',
    title: say.createBatchLoad,
    path: '/batchload',
    permission: 'Batch.load',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'required',
    chargesFee: true,
    defaultValidation: ['loadlimit'],
    options: ['noIdentifierValidation'],
    keepsFile: true,
    isDoneAtOnce: false,
    offersRetire: false,
    label: loadReference,
    columns: ['identifier', 'amount', 'fee'],
    moves: { from: 'funding', to: 'card', words: say.fundingToCards },
    tellsFirstLoads: true,
    countsAsLoads: true,
    noun: { one: say.load, many: say.loads },
    done: say.loaded,
    uploaded: say.batchUploaded,
    words: {
      description: say.loadFundsOntoManyCards,
      steps: batchSteps,
      rowOf: say.identifierAndAmountInText,
      again: say.createAnotherBatchLoad,
    },
  },
  devalue: {
    type: 'devalue',
    title: say.devalueBatch,
    path: '/batchdevalue',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['duplicateCard'],
    options: [],
    keepsFile: true,
    isDoneAtOnce: false,
    offersRetire: true,
    label: {
      text: say.batchDescription,
      hint: say.whatDescriptionIsFor,
      missing: say.batchDescriptionIsRequired,
      beforeFile: true,
      parameter: 'batchDescription',
    },
    columns: ['identifier', 'amount'],
    moves: { from: 'card', to: 'funding', words: say.cardsToFunding },
    tellsFirstLoads: false,
    countsAsLoads: false,
    noun: { one: say.devalue, many: say.devalues },
    done: say.devalued,
    uploaded: say.batchDevalueFileUploaded,
    words: {
      description: say.takeFundsOffManyCards,
      steps: batchSteps,
      rowOf: say.amountOrAllTakenOff,
      again: say.devalueAnotherBatch,
    },
  },
  transfer: {
    type: 'transfer',
    title: say.batchTransfer,
    path: '/batchtransfer',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv'],
    needsTarget: true,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['loadlimit', 'duplicateCard'],
    options: ['noIdentifierValidation'],
    keepsFile: true,
    isDoneAtOnce: false,
    offersRetire: false,
    label: loadReference,
    columns: ['identifier', 'identifierTo', 'amount'],
    moves: { from: 'card', to: 'target', words: say.movedFromCardToCard },
    tellsFirstLoads: false,
    countsAsLoads: false,
    noun: { one: say.transfer, many: say.transfers },
    done: say.transferred,
    uploaded: say.batchTransferFileUploaded,
    words: {
      description: say.moveFundsFromCardToCard,
      steps: batchSteps,
      rowOf: say.amountOrAllMoved,
      again: say.createAnotherBatchTransfer,
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
    title: say.activateCard,
    path: '/activateCards',
    permission: 'Card.write',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'none',
    chargesFee: false,
    defaultValidation: [],
    options: [],
    keepsFile: false,
    isDoneAtOnce: true,
    offersRetire: false,
    label: undefined,
    columns: ['identifier'],
    noun: { one: say.activation, many: say.activations },
    done: say.activated,
    uploaded: say.cardActivatedSuccessfully,
    words: {
      description: say.activateManyCardsFromFile,
      // cards §2 "Activate Card wizard".
      steps: [say.fileUpload, say.verification, say.submit],
      rowOf: say.identifierEach,
      again: say.activateMoreCards,
    },
  },
}

/** The names of the kinds that are stored, for whoever checks what comes in. */
export const storedBatchTypes = Object.keys(storedBatchKinds) as [StoredBatchType, ...StoredBatchType[]]
