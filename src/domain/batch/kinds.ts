// The kinds of batch as a table: one wizard, one worker, one list serve them all.
import type { Permission } from '#domain/access/permissions.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'

export type BatchType = 'load' | 'transfer' | 'devalue' | 'activate'
/** The kinds that are stored and approved; an activation is done at once by setCardStatus (cards §7). */
export type StoredBatchType = Exclude<BatchType, 'activate'>
export type AdditionalValidation = 'loadlimit' | 'duplicateCard'
/** batches §9: the only load and transfer option; it skips the check of existence at upload. */
export type BatchOption = 'noIdentifierValidation'

export interface BatchKind {
  readonly type: BatchType
  /** The screen's and the menu's name (batches §2). */
  readonly title: string
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
}

export interface BatchLabel {
  /** The field's label on screen. */
  readonly text: string
  /** What is said where it is left empty. */
  readonly missing: string
  /** True where it is asked before a file can be dropped (batches §5: devalue). */
  readonly beforeFile: boolean
}

export type BatchColumn = 'identifier' | 'identifierTo' | 'amount' | 'fee'

export type SheetEnding = 'csv' | 'xlsx' | 'xls'

export const batchKinds: Readonly<Record<BatchType, BatchKind>> = {
  load: {
    type: 'load',
    title: 'Create Batch Load',
    permission: 'Batch.load',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'required',
    chargesFee: true,
    defaultValidation: ['loadlimit'],
    options: ['noIdentifierValidation'],
    offersRetire: false,
    label: {
      text: 'Load reference',
      missing: "the load reference can't be blank or the file format is incorrect",
      beforeFile: false,
    },
    columns: ['identifier', 'amount', 'fee'],
    noun: { one: 'load', many: 'loads' },
    done: 'loaded',
    uploaded: 'Batch file uploaded successfully and awaiting approval',
  },
  transfer: {
    type: 'transfer',
    title: 'Batch Transfer',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv'],
    needsTarget: true,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['loadlimit', 'duplicateCard'],
    options: ['noIdentifierValidation'],
    offersRetire: false,
    label: {
      text: 'Load reference',
      missing: "the load reference can't be blank or the file format is incorrect",
      beforeFile: false,
    },
    columns: ['identifier', 'identifierTo', 'amount'],
    noun: { one: 'transfer', many: 'transfers' },
    done: 'transferred',
    uploaded: 'Batch transfer file uploaded successfully and awaiting approval',
  },
  devalue: {
    type: 'devalue',
    title: 'Devalue Batch',
    permission: 'Batch.redeem',
    maxRows: 250,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    amount: 'optional',
    chargesFee: false,
    defaultValidation: ['duplicateCard'],
    options: [],
    offersRetire: true,
    label: { text: 'Batch description', missing: 'The batch description is required', beforeFile: true },
    columns: ['identifier', 'amount'],
    noun: { one: 'devalue', many: 'devalues' },
    done: 'devalued',
    uploaded: 'Batch devalue file uploaded successfully and awaiting approval',
  },
  // cards §5, §7: the wizard of /activateCards; setCardStatus does it.
  activate: {
    type: 'activate',
    title: 'Activate Card',
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
  },
}

/** The wizard's three steps (batches §2, §4). */
export const batchSteps = ['Batch file upload', 'Batch verification', 'Batch submit'] as const

export const MAX_REFERENCE_LENGTH = 50

/**
 * Why the text that goes with a file may not be used, or undefined (batches §5: it is required; its length and characters
 * follow the quotation number's rule, since the specification gives none of its own). It is mailed, and stands in statements as
 * the description of what the batch did, so a card number may not be in it (threats T19).
 */
export function refuseReference(reference: string, type: BatchType = 'load'): string | undefined {
  const { label } = batchKinds[type]
  const trimmed = reference.trim()
  if (label === undefined) return undefined
  if (trimmed === '') return label.missing
  if (trimmed.length > MAX_REFERENCE_LENGTH || /['"`^\p{Cc}]/u.test(trimmed)) return 'Invalid input format'
  return holdsCardNumber(trimmed) ? NUMBER_IN_TEXT : undefined
}
