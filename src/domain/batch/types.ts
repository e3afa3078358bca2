// The table of batch types. The wizard, worker, list, posting and texts use the same code for all types. A new type
// needs a name and a row here, and a migration that allows it. The compiler then asks for its remaining code: its
// validation (row-validators.ts), its upload (flows/upload/uploads and its operation in the contract), and its position
// in the menu and in a card's statement. Limits, templates, posting and the ledger check need no change. Rules:
// docs/rules/batches.md, "Kinds of batch".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { MessageCode } from '#domain/messages/message.ts'
import type { Permission } from '#domain/access/permissions.ts'

/** The types that are stored, approved and posted. */
export type StoredBatchType = 'load' | 'transfer' | 'devalue'
/** Includes activations, which run immediately (setCardStatus). */
export type BatchType = StoredBatchType | 'activate'
export type AdditionalValidation = 'loadlimit' | 'duplicateCard'
/** The labels of the server's additional checks. */
export const validationLabels = withTexts<Readonly<Record<AdditionalValidation, string>>>({
  loadlimit: textOf(m.batches_checksLimits),
  duplicateCard: textOf(m.batches_checksRepeatedCards),
})
/** The only option, for loads and transfers: the upload does not check whether the card exists. */
export type BatchOption = 'noIdentifierValidation'

export interface BatchTypeInfo {
  readonly type: BatchType
  /** The name on the screen and in the menu. */
  readonly title: string
  /** The path of its wizard. */
  readonly path: string
  readonly permission: Permission
  /** Maximum number of rows of a file. */
  readonly maxRows: number
  /** Accepted file extensions. */
  readonly accepts: readonly SheetExtension[]
  readonly needsTarget: boolean
  /** 'optional': a row without an amount means the whole balance. */
  readonly amount: 'required' | 'optional' | 'none'
  /** True if the batch load fee (fee type 14) is charged for each row. */
  readonly chargesFee: boolean
  readonly defaultValidation: readonly AdditionalValidation[]
  readonly options: readonly BatchOption[]
  /** True if the uploaded file is stored with the batch. */
  readonly storesFile: boolean
  /**
   * True if the batch runs without approval. Its result is shown in the wizard and stored on this device until the next
   * batch begins.
   */
  readonly runsWithoutApproval: boolean
  /** True if the cards can be retired with it (devalue only). */
  readonly offersRetire: boolean
  /** True if its amounts can be target balances (load only). */
  readonly offersFillUp?: true
  /** The field for the text about the whole batch. Undefined for an activation, which has no such text. */
  readonly label: BatchLabel | undefined
  /** The columns of a row, in order. */
  readonly columns: readonly BatchColumn[]
  /** The number of rows with its noun: '4,812 loads'. */
  readonly countToText: (rows: number) => string
  /** The noun for rows in sentences. */
  readonly noun: { readonly one: string; readonly many: string }
  /** The past participle for sentences about rows: 'loaded' in 'can be loaded'. */
  readonly pastParticiple: string
  readonly submittedMessage: string
  readonly wizardTexts: WizardTexts
}

/** A type whose batches move money once another user has approved them. */
export interface StoredBatchTypeInfo extends BatchTypeInfo {
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
  /** The end of a sentence such as "4,812 loads of SGD 96,240.00 in total will be …". */
  readonly phrase: string
}

/** The row's card, its second card, or an account of the programme's owner. */
export type BatchSide = 'card' | 'target' | 'funding' | 'fee' | 'settlement' | 'float'

export interface BatchLabel {
  /** The field's label on screen. */
  readonly text: string
  readonly hint: string
  /** The message if the text is empty. */
  readonly missingCode: MessageCode
  /** True if the text is entered before a file can be dropped (devalue). */
  readonly isEnteredBeforeFile: boolean
  /** The upload parameter for the text. */
  readonly parameter: string
}

/** Texts of the wizard that differ between types. */
export interface WizardTexts {
  /** Below the page's title in the first step. */
  readonly description: string
  readonly steps: readonly string[]
  /** Describes a row of the file, for "up to 250 rows of …". */
  readonly rowDescription: string
  /** The label of the button that starts another batch, after submission. */
  readonly startAnother: string
}

export type BatchColumn = 'identifier' | 'identifierTo' | 'amount' | 'fee'

export type SheetExtension = 'csv' | 'xlsx' | 'xls'

/** The three steps of the wizard. */
export const batchSteps = () =>
  [m.batches_batchFileUpload(), m.batches_batchVerification(), m.batches_batchSubmit()] as const

const loadReference = withTexts<BatchLabel>({
  text: textOf(m.batches_loadReference),
  hint: textOf(m.batches_referenceHint),
  missingCode: 'referenceBlank',
  isEnteredBeforeFile: false,
  parameter: 'loadReference',
})

/** The stored types, in the order of lists. */
export const storedBatchTypes = withTexts<Readonly<Record<StoredBatchType, StoredBatchTypeInfo>>>({
  load: {
    type: 'load',
    title: textOf(m.batches_createBatchLoad),
    path: '/batchload',
    permission: 'Batch.load',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'required',
    chargesFee: true,
    defaultValidation: ['loadlimit'],
    options: ['noIdentifierValidation'],
    storesFile: true,
    runsWithoutApproval: false,
    offersRetire: false,
    offersFillUp: true,
    label: loadReference,
    columns: ['identifier', 'amount', 'fee'],
    moves: { from: 'funding', to: 'card', phrase: textOf(m.batches_fundingToCards) },
    marksFirstLoads: true,
    countsAsLoads: true,
    countToText: (count) => m.batches_countedLoads({ count }),
    noun: { one: textOf(m.batches_load), many: textOf(m.batches_loads) },
    pastParticiple: textOf(m.batches_loaded),
    submittedMessage: textOf(m.batches_loadUploaded),
    wizardTexts: {
      description: textOf(m.batches_loadDescription),
      steps: textOf(batchSteps),
      rowDescription: textOf(m.batches_loadRowDescription),
      startAnother: textOf(m.batches_loadAnotherBatch),
    },
  },
  devalue: {
    type: 'devalue',
    title: textOf(m.batches_devalueBatch),
    path: '/batchdevalue',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['duplicateCard'],
    options: [],
    storesFile: true,
    runsWithoutApproval: false,
    offersRetire: true,
    label: {
      text: textOf(m.batches_batchDescription),
      hint: textOf(m.batches_descriptionHint),
      missingCode: 'descriptionBlank',
      isEnteredBeforeFile: true,
      parameter: 'batchDescription',
    },
    columns: ['identifier', 'amount'],
    moves: { from: 'card', to: 'funding', phrase: textOf(m.batches_cardsToFunding) },
    marksFirstLoads: false,
    countsAsLoads: false,
    countToText: (count) => m.batches_countedDevalues({ count }),
    noun: { one: textOf(m.common_devalue), many: textOf(m.batches_devalues) },
    pastParticiple: textOf(m.common_devalued),
    submittedMessage: textOf(m.batches_devalueUploaded),
    wizardTexts: {
      description: textOf(m.batches_devalueDescription),
      steps: textOf(batchSteps),
      rowDescription: textOf(m.batches_devalueRowDescription),
      startAnother: textOf(m.batches_devalueAnotherBatch),
    },
  },
  transfer: {
    type: 'transfer',
    title: textOf(m.batches_batchTransfer),
    path: '/batchtransfer',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv'],
    needsTarget: true,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['loadlimit', 'duplicateCard'],
    options: ['noIdentifierValidation'],
    storesFile: true,
    runsWithoutApproval: false,
    offersRetire: false,
    label: loadReference,
    columns: ['identifier', 'identifierTo', 'amount'],
    moves: { from: 'card', to: 'target', phrase: textOf(m.batches_cardToCard) },
    marksFirstLoads: false,
    countsAsLoads: false,
    countToText: (count) => m.batches_countedTransfers({ count }),
    noun: { one: textOf(m.batches_transfer), many: textOf(m.batches_transfers) },
    pastParticiple: textOf(m.batches_transferred),
    submittedMessage: textOf(m.batches_transferUploaded),
    wizardTexts: {
      description: textOf(m.batches_transferDescription),
      steps: textOf(batchSteps),
      rowDescription: textOf(m.batches_transferRowDescription),
      startAnother: textOf(m.batches_transferAnotherBatch),
    },
  },
})

/** Every type. The row of a stored type is a `StoredBatchTypeInfo`. */
export const batchTypes = withTexts<
  Readonly<Record<StoredBatchType, StoredBatchTypeInfo>> &
    Readonly<Record<Exclude<BatchType, StoredBatchType>, BatchTypeInfo>>
>({
  ...storedBatchTypes,
  // The wizard at /activateCards, whose batch is submitted by setCardStatus.
  activate: {
    type: 'activate',
    title: textOf(m.batches_activateCard),
    path: '/activateCards',
    permission: 'Card.write',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'none',
    chargesFee: false,
    defaultValidation: [],
    options: [],
    storesFile: false,
    runsWithoutApproval: true,
    offersRetire: false,
    label: undefined,
    columns: ['identifier'],
    countToText: (count) => m.batches_countedActivations({ count }),
    noun: { one: textOf(m.batches_activation), many: textOf(m.batches_activations) },
    pastParticiple: textOf(m.common_activated),
    submittedMessage: textOf(m.common_cardActivatedSuccessfully),
    wizardTexts: {
      description: textOf(m.batches_activationDescription),
      steps: textOf(() => [m.batches_fileUpload(), m.batches_verification(), m.common_submit()]),
      rowDescription: textOf(m.batches_activationRowDescription),
      startAnother: textOf(m.batches_activateMoreCards),
    },
  },
})

/** True for the API's amount of a row that takes everything from the card. */
export const isWholeBalance = (amount: string): boolean => amount === '0.00'

/** The names of the stored types, for validation. Typed as not empty, as `z.enum` requires. */
export const storedBatchTypeNames = Object.keys(storedBatchTypes) as [StoredBatchType, ...StoredBatchType[]]
