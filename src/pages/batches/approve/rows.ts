// The list's rows: the wire's batch load file with the words a person reads, and the columns of each filter.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import {
  type BatchFileState,
  type BatchFilter,
  batchFilterLabels,
  batchStateOf,
  batchStates,
} from '#domain/batch/states.ts'
import type { Column } from '#domain/columns.ts'
import { centsToText, wireToCents } from '#domain/money.ts'

export interface BatchRow extends BatchLoadFile {
  readonly UPLOADEDBY: string
  readonly APPROVEDBY: string
  readonly REJECTEDBY: string
  readonly STATE: string
  /** Never a plain 'success': "4,810 loaded, 2 failed" (ui: partial success). */
  readonly OUTCOME: string
}

export const fileToRow = (file: BatchLoadFile): BatchRow => ({
  ...file,
  UPLOADEDBY: nameOf(file.UPLOADUSERFIRSTNAME, file.UPLOADUSERLASTNAME),
  APPROVEDBY: nameOf(file.APPROVALUSERFIRSTNAME, file.APPROVALUSERLASTNAME),
  REJECTEDBY: nameOf(file.REJECTIONUSERFIRSTNAME, file.REJECTIONUSERLASTNAME),
  STATE: batchFilterLabels[batchStateOf(fileToState(file))],
  OUTCOME: outcomeOf(file),
})

/** The file as the rules of the domain look at it. */
export const fileToState = (file: BatchLoadFile): BatchFileState => ({
  uploadedUserId: file.BATCHLOADFILEUPLOADEDUSERID,
  approved: file.BATCHLOADFILEAPPROVED,
  rejected: file.BATCHLOADFILEREJECTED,
  closed: file.BATCHLOADFILECLOSED,
  processed: file.PROCESSED,
})

/** batches §2: what a checker compares in every state, then what the state adds. */
export function columnsOf(filter: BatchFilter, hideFees: boolean): readonly Column<BatchRow>[] {
  return [
    { key: 'BATCHLOADFILEID', label: 'Batch', format: 'text' },
    { key: 'BATCHLOADFILEREFERENCE', label: 'Reference', format: 'text' },
    { key: 'UPLOADEDBY', label: 'Uploaded by', format: 'text' },
    { key: 'LOADSCOUNT', label: 'Loads', format: 'count' },
    { key: 'LOADSAMOUNT', label: 'Amount', format: 'amount' },
    ...(hideFees ? [] : [{ key: 'FEEAMOUNT', label: 'Fee', format: 'amount' } as const]),
    ...added[filter],
    { key: 'STATE', label: 'Status', format: 'status' },
  ]
}

const approved: Column<BatchRow> = { key: 'APPROVEDBY', label: 'Approved by', format: 'text' }
const rejected: Column<BatchRow> = { key: 'REJECTEDBY', label: 'Rejected by', format: 'text' }
const reason: Column<BatchRow> = { key: 'REJECTIONREASON', label: 'Reason', format: 'text' }

const added: Readonly<Record<BatchFilter, readonly Column<BatchRow>[]>> = {
  [batchStates.awaiting]: [],
  [batchStates.approved]: [approved],
  [batchStates.rejected]: [rejected, reason],
  [batchStates.closed]: [approved],
  [batchStates.processing]: [approved],
}

/** "4,812 loads, SGD 96,240.00": the object of a decision, in the words of buttons and dialogs. */
export function sizeOf(file: Pick<BatchLoadFile, 'LOADSCOUNT' | 'LOADSAMOUNT' | 'CURRENCY'>): string {
  return `${countOf(file.LOADSCOUNT)}, ${amountOf(file.LOADSAMOUNT, file.CURRENCY)}`
}

export const countOf = (loads: number): string =>
  `${number(loads)} ${loads === 1 ? batchKinds.load.noun.one : batchKinds.load.noun.many}`

export function amountOf(wireAmount: string, currency: string): string {
  const amount = wireToCents(wireAmount)
  return `${currency} ${amount === undefined ? wireAmount : centsToText(amount)}`
}

function outcomeOf(file: BatchLoadFile): string {
  if (!file.BATCHLOADFILEAPPROVED) return ''
  if (!file.PROCESSED) return `${number(file.LOADEDCOUNT)} of ${number(file.LOADSCOUNT)} loaded`
  return `${number(file.LOADEDCOUNT)} loaded, ${number(file.LOADSCOUNT - file.LOADEDCOUNT)} failed`
}

const number = (value: number): string => value.toLocaleString('en')

const nameOf = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ')
