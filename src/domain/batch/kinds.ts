// The table of batch types: the wizard, worker, list, posting and words are the same code for all types. A new type is
// its name and its row here. The compiler then asks for its own code: its check (server/batches/judges), its upload
// (flows/upload/uploads and its operation in the contract), its position in the menu and in a card's statement. Rules:
// docs/rules/batches.md, "Kinds of batch".
import type { MessageCode } from '#domain/messages.ts'
import type { Permission } from '#domain/access/permissions.ts'
import * as say from '#words/domain/batch.ts'

/** The types that are stored, approved and posted. */
export type StoredBatchType = 'load' | 'transfer' | 'devalue'
/** Includes the type that is carried out immediately: an activation, by setCardStatus. */
export type BatchType = StoredBatchType | 'activate'
export type AdditionalValidation = 'loadlimit' | 'duplicateCard'
/** The server's checks in addition to those of the card itself. */
export const validationWords: Readonly<Record<AdditionalValidation, string>> = {
  loadlimit: say.checksLimits,
  duplicateCard: say.checksRepeatedCards,
}
/** The only option of loads and transfers. It skips the check at upload that the card exists. */
export type BatchOption = 'noIdentifierValidation'

export interface BatchKind {
  readonly type: BatchType
  /** The name on the screen and in the menu. */
  readonly title: string
  /** The path of its wizard. */
  readonly path: string
  readonly permission: Permission
  /** Maximum number of rows of a file. */
  readonly maxRows: number
  /** Accepted file extensions. */
  readonly accepts: readonly SheetEnding[]
  readonly needsTarget: boolean
  /** 'optional': a row without an amount means the whole balance. */
  readonly amount: 'required' | 'optional' | 'none'
  /** True if fee type 14 is charged for each row. */
  readonly chargesFee: boolean
  readonly defaultValidation: readonly AdditionalValidation[]
  readonly options: readonly BatchOption[]
  /** True if the uploaded file is stored with the batch. */
  readonly keepsFile: boolean
  /**
   * True if the batch is carried out without approval. Its result is shown in the wizard and stored on this device
   * until the next one begins.
   */
  readonly isDoneAtOnce: boolean
  /** True if the cards can be retired with it (devalue only). */
  readonly offersRetire: boolean
  /** True if its amounts can be target balances (load only). */
  readonly offersFillUp?: true
  /** The text for the whole file; an activation has none. */
  readonly label: BatchLabel | undefined
  /** The columns of a row, in order. */
  readonly columns: readonly BatchColumn[]
  /** The noun for rows in sentences: "4,812 loads". */
  readonly noun: { readonly one: string; readonly many: string }
  /** The verb for sentences about rows, such as 'can be loaded'. */
  readonly done: string
  readonly uploadedText: string
  readonly words: WizardWords
}

/** A type that moves money, once another user has approved it. */
export interface StoredBatchKind extends BatchKind {
  readonly type: StoredBatchType
  readonly label: BatchLabel
  readonly moves: BatchMove
  /** True if the checker is warned about cards that were never loaded before. */
  readonly marksFirstLoads: boolean
  /** True if the amounts count in the daily sums of loads. */
  readonly countsAsLoads: boolean
}

/** The accounts that pay and receive a row's amount. Fees go from the payer to the programme's fee income. */
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
  /** The message if it is empty. */
  readonly missing: MessageCode
  /** True if the text is entered before a file can be dropped (devalue). */
  readonly beforeFile: boolean
  /** The upload parameter for the text. */
  readonly parameter: string
}

/** Texts of the wizard that differ between types. */
export interface WizardWords {
  /** Below the page's title in the first step. */
  readonly description: string
  readonly steps: readonly string[]
  /** Describes a row of the file, for "up to 250 rows of …". */
  readonly rowOf: string
  /** The button that starts the next one, after submission. */
  readonly again: string
}

export type BatchColumn = 'identifier' | 'identifierTo' | 'amount' | 'fee'

export type SheetEnding = 'csv' | 'xlsx' | 'xls'

/** The three steps of the wizard. */
export const batchSteps = [say.batchFileUpload, say.batchVerification, say.batchSubmit] as const

const loadReference: BatchLabel = {
  text: say.loadReference,
  hint: say.whatReferenceIsFor,
  missing: 'referenceBlank',
  beforeFile: false,
  parameter: 'loadReference',
}

/** The stored types, in the order of lists. */
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
    offersFillUp: true,
    label: loadReference,
    columns: ['identifier', 'amount', 'fee'],
    moves: { from: 'funding', to: 'card', words: say.fundingToCards },
    marksFirstLoads: true,
    countsAsLoads: true,
    noun: { one: say.load, many: say.loads },
    done: say.loaded,
    uploadedText: say.batchUploaded,
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
      missing: 'descriptionBlank',
      beforeFile: true,
      parameter: 'batchDescription',
    },
    columns: ['identifier', 'amount'],
    moves: { from: 'card', to: 'funding', words: say.cardsToFunding },
    marksFirstLoads: false,
    countsAsLoads: false,
    noun: { one: say.devalue, many: say.devalues },
    done: say.devalued,
    uploadedText: say.batchDevalueFileUploaded,
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
    marksFirstLoads: false,
    countsAsLoads: false,
    noun: { one: say.transfer, many: say.transfers },
    done: say.transferred,
    uploadedText: say.batchTransferFileUploaded,
    words: {
      description: say.moveFundsFromCardToCard,
      steps: batchSteps,
      rowOf: say.amountOrAllMoved,
      again: say.createAnotherBatchTransfer,
    },
  },
}

/** Every type; with the key of a stored type it returns that type's row. */
export const batchKinds: Readonly<Record<StoredBatchType, StoredBatchKind>> &
  Readonly<Record<Exclude<BatchType, StoredBatchType>, BatchKind>> = {
  ...storedBatchKinds,
  // The wizard of /activateCards, which setCardStatus carries out.
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
    uploadedText: say.cardActivatedSuccessfully,
    words: {
      description: say.activateManyCardsFromFile,
      // The Activate Card wizard.
      steps: [say.fileUpload, say.verification, say.submit],
      rowOf: say.identifierEach,
      again: say.activateMoreCards,
    },
  },
}

/** The names of the stored types, for validation. */
export const storedBatchTypes = Object.keys(storedBatchKinds) as [StoredBatchType, ...StoredBatchType[]]
