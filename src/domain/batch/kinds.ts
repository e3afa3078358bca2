// The kinds of batch as a table: one wizard, one worker, one list serve them all.
import type { Permission } from '#domain/access/permissions.ts'

export type BatchType = 'load'
export type AdditionalValidation = 'loadlimit' | 'duplicateCard'
/** batches §9: the only load option; it skips the check of existence at upload. */
export type BatchOption = 'noIdentifierValidation'

export interface BatchKind {
  readonly type: BatchType
  /** The screen's and the menu's name (batches §2). */
  readonly title: string
  readonly permission: Permission
  /** Rows of one file at most (batches §9). */
  readonly maxRows: number
  /** Endings accepted (batches §5: csv, xlsx or xls in load). */
  readonly accepts: readonly SheetEnding[]
  readonly needsTarget: boolean
  readonly needsAmount: boolean
  readonly defaultValidation: readonly AdditionalValidation[]
  /** What one row does, for sentences: "4,812 loads". */
  readonly noun: { readonly one: string; readonly many: string }
  readonly uploaded: string
}

export type SheetEnding = 'csv' | 'xlsx' | 'xls'

export const batchKinds: Readonly<Record<BatchType, BatchKind>> = {
  load: {
    type: 'load',
    title: 'Create Batch Load',
    permission: 'Batch.load',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsTarget: false,
    needsAmount: true,
    defaultValidation: ['loadlimit'],
    noun: { one: 'load', many: 'loads' },
    uploaded: 'Batch file uploaded successfully and awaiting approval',
  },
}

/** The wizard's three steps (batches §2, §4). */
export const batchSteps = ['Batch file upload', 'Batch verification', 'Batch submit'] as const

export const MAX_REFERENCE_LENGTH = 50

/**
 * Why a load reference may not be used, or undefined (batches §5: it is required; its length and characters follow the
 * quotation number's rule, since the specification gives none of its own).
 */
export function refuseReference(reference: string): string | undefined {
  const trimmed = reference.trim()
  if (trimmed === '') return "the load reference can't be blank or the file format is incorrect"
  if (trimmed.length > MAX_REFERENCE_LENGTH || /['"`^\p{Cc}]/u.test(trimmed)) return 'Invalid input format'
  return undefined
}
