// The rows of the list: the API's batches with their texts, and the columns for each filter.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { Result } from '#contract/operations.ts'
import { type BatchFilter, batchStates } from '#domain/batch/states.ts'
import {
  rowCountToText,
  forecastToText,
  batchTypeToText,
  batchProgressToText,
  typeTotalsToText,
} from '#domain/batch/words.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText, cents, centsToText, centsToDecimal, decimalToCents } from '#domain/money.ts'
import type { FormatMoney } from '#pages/shared/Funding.tsx'
import type { ListWarning } from '#pages/shared/decision-list/ListWarnings.tsx'
import { isUndecided } from './details.ts'
import { rowWarningsOf } from './warnings.ts'

/** A batch of the API, and texts about it. The names of the texts are in capitals, like the API's. */
export interface ListedBatch extends BatchLoadFile {
  readonly UPLOADEDBY: string
  /**
   * What the check before the run expects: '3 of 4,812 loads are expected to fail; the funding account is SGD 12.00
   * short', or ''.
   */
  readonly EXPECTEDRESULT: string
  readonly APPROVEDBY: string
  readonly REJECTEDBY: string
  /** The text of LOADTYPE. */
  readonly TYPE: string
  /** What an approver should know before opening the batch. */
  readonly WARNINGS: readonly ListWarning[]
  /** The text of WARNINGS in files, or ''. It is the key of the column. */
  readonly WARNING: string
  /** The progress of the rows with their numbers, e.g. '4,810 loaded, 2 failed'. */
  readonly OUTCOME: string
}

export function batchToRow(batch: BatchLoadFile): ListedBatch {
  const warnings = listWarningsOf(batch)
  return {
    ...batch,
    UPLOADEDBY: makerOf(batch),
    APPROVEDBY: fullName(batch.APPROVALUSERFIRSTNAME, batch.APPROVALUSERLASTNAME),
    REJECTEDBY: fullName(batch.REJECTIONUSERFIRSTNAME, batch.REJECTIONUSERLASTNAME),
    TYPE: typeOf(batch),
    WARNINGS: warnings,
    WARNING: warnings.map(({ title }) => title).join('. '),
    OUTCOME: batchProgressToText(apiToBatchProgress(batch)),
    EXPECTEDRESULT: isScheduledForLater(batch) ? capitalise(expectedResultOf(batch)) : '',
  }
}

export const responseToRows = ({ batchLoads }: Result<'batchLoads'>): ListedBatch[] => batchLoads.map(batchToRow)

/** The same warnings as in the details and the dialogs. If the server has not checked the rows, a warning says so. */
function listWarningsOf(batch: BatchLoadFile): ListWarning[] {
  const { DUPLICATEREASON, RETIRE, FUNDSMISSING = ZERO, ROWWARNINGS, APPROVAL } = batch
  const warnings: ListWarning[] = []
  if (APPROVAL && isUndecided(batch)) warnings.push({ title: m.approvals_signedOf(APPROVAL) })
  if (DUPLICATEREASON !== null) warnings.push({ title: m.batches_uploadedBefore() })
  if (RETIRE) warnings.push({ title: m.batches_cardsWillBeRetired() })
  if (FUNDSMISSING !== ZERO) {
    const missingAmount = amountToText(FUNDSMISSING, batch.CURRENCY)
    warnings.push({ title: m.common_fundingShort({ amount: missingAmount }), filter: 'uncovered' })
  }
  // Null means that the list was too long for the server to check the rows of this batch.
  if (ROWWARNINGS === null) warnings.push({ title: m.common_rowsNotChecked() })
  const rowWarnings = ROWWARNINGS ? rowWarningsOf(batch, ROWWARNINGS) : []
  warnings.push(...rowWarnings.map(({ title, filter }) => ({ title, filter })))
  return warnings
}

const ZERO = '0.00'

/** Number and total of the batches: '4 batches, SGD 12,040.00'; '' for no batches. */
export function queueSize(batches: readonly BatchLoadFile[]): string {
  return batches.length === 0 ? '' : m.batches_queueSize({ count: batches.length, amount: sumOf(batches) })
}

/**
 * The total of the batches, 'SGD 12,040.00'. Batches of several types get a total for each type (`typeTotalsToText`). All
 * batches have the programme's currency.
 */
export function sumOf(batches: readonly BatchLoadFile[]): string {
  const amounts = batches.map(({ LOADTYPE, LOADSAMOUNT }) => ({
    type: LOADTYPE,
    cents: decimalToCents(LOADSAMOUNT) ?? cents(0),
  }))
  return typeTotalsToText(amounts, batches[0]?.CURRENCY ?? '')
}

/** The failures expected by the check before the run, and the missing funds. */
function expectedResultOf(batch: BatchLoadFile): string {
  // FUNDSMISSING is the current amount. PREFLIGHTSHORT is the amount at the time of the check.
  const missingFunds = batch.FUNDSMISSING ?? batch.PREFLIGHTSHORT ?? ZERO
  return forecastToText({
    type: batch.LOADTYPE,
    rowCount: batch.LOADSCOUNT,
    failing: batch.PREFLIGHTFAILING ?? 0,
    shortCents: decimalToCents(missingFunds) ?? cents(0),
    currency: batch.CURRENCY,
  })
}

/** Approved for a later time and not yet started. */
export function isScheduledForLater(batch: BatchLoadFile): boolean {
  const isScheduled = batch.SCHEDULEDDATE !== null && batch.BATCHLOADFILEAPPROVED
  const hasStarted = batch.LOADEDCOUNT > 0
  const hasEnded = batch.PROCESSED || batch.BATCHLOADFILECLOSED
  return isScheduled && !hasStarted && !hasEnded
}

/** On hold after the approval: the batch runs at the end of the hold unless its maker or an approver cancels it. */
export function isOnHold(batch: BatchLoadFile): boolean {
  const isScheduledAtHoldEnd = batch.HELDUNTIL !== undefined && batch.HELDUNTIL === batch.SCHEDULEDDATE
  return isScheduledAtHoldEnd && isScheduledForLater(batch)
}

/** The label for the time of a scheduled batch. */
export const scheduleLabel = (batch: BatchLoadFile): string =>
  isOnHold(batch) ? m.common_heldUntil() : m.common_scheduledFor()

/** 'Load', 'Transfer', 'Devalue', 'Devalue and retire'. */
export const typeOf = ({ LOADTYPE, RETIRE }: Pick<BatchLoadFile, 'LOADTYPE' | 'RETIRE'>): string =>
  batchTypeToText(LOADTYPE, RETIRE)

/**
 * First the columns that all filters share, then the columns of the chosen filter. The most important columns are at the
 * front, where a small screen shows them.
 */
export function columnsOf(
  filter: BatchFilter,
  { hideFees }: { readonly hideFees: boolean },
): readonly Column<ListedBatch>[] {
  const columns: Column<ListedBatch>[] = [
    { key: 'BATCHLOADFILEID', label: m.common_batch(), format: 'shortText' },
    { key: 'BATCHLOADFILEREFERENCE', label: m.common_reference(), format: 'text' },
    { key: 'LOADSAMOUNT', label: m.common_amount(), format: 'amount' },
  ]
  if (!hideFees) columns.push({ key: 'FEEAMOUNT', label: m.common_fee(), format: 'amount' })
  // On a screen the warnings come before the uploader, since on a tablet the buttons cover the last column.
  if (filter === batchStates.awaiting) columns.push({ ...warningColumn, onlyOn: 'screen' })
  columns.push({ key: 'UPLOADEDBY', label: m.batches_uploadedBy(), format: 'text' })
  return [...columns, ...columnsByFilter[filter], ...fileOnlyColumnsOf({ hideFees })]
}

/** On screen, the values of these columns are shown below the values of other columns. */
const valuesShownBelowOthers: readonly Column<ListedBatch>[] = [
  { key: 'TYPE', label: m.common_type(), format: 'text' },
  { key: 'LOADSCOUNT', label: m.common_rows(), format: 'count' },
  { key: 'BATCHLOADFILEORIGINALNAME', label: m.common_fileLabel(), format: 'text' },
  { key: 'CURRENCY', label: m.common_currency(), format: 'text' },
  { key: 'LOADEDAMOUNT', label: m.batches_amountProcessed(), format: 'amount' },
  { key: 'LOADEDFEEAMOUNT', label: m.common_feesCharged(), format: 'amount' },
  { key: 'BATCHLOADFILEDATEUPLOADED', label: m.batches_uploaded(), format: 'instant' },
  { key: 'BATCHLOADFILEAPPROVEDDATE', label: m.common_approved(), format: 'instant' },
  { key: 'PROPOSEDDATE', label: m.common_proposedFor(), format: 'instant' },
  { key: 'SCHEDULEDDATE', label: m.common_scheduledFor(), format: 'instant' },
  { key: 'BATCHLOADFILEREJECTEDDATE', label: m.common_rejectedLabel(), format: 'instant' },
  { key: 'WITHDRAWNDATE', label: m.batches_withdrawn(), format: 'instant' },
  { key: 'EXPECTEDRESULT', label: m.batches_expected(), format: 'text' },
]

/** The columns of files that are not columns on screen. */
export function fileOnlyColumnsOf({ hideFees }: { readonly hideFees: boolean }): readonly Column<ListedBatch>[] {
  const isHidden = ({ key }: Column<ListedBatch>): boolean => hideFees && key === 'LOADEDFEEAMOUNT'
  const columns = valuesShownBelowOthers.filter((column) => !isHidden(column))
  return columns.map((column) => ({ ...column, onlyOn: 'files' }))
}

const warningColumn: Column<ListedBatch> = { key: 'WARNING', label: m.common_warnings(), format: 'text' }
const approvedColumn: Column<ListedBatch> = { key: 'APPROVEDBY', label: m.common_approvedBy(), format: 'text' }
const rejectedColumn: Column<ListedBatch> = { key: 'REJECTEDBY', label: m.common_rejectedBy(), format: 'text' }
const reasonColumn: Column<ListedBatch> = { key: 'REJECTIONREASON', label: m.common_reason(), format: 'text' }
const commentsColumn: Column<ListedBatch> = {
  key: 'BATCHLOADFILECLOSEDCOMMENTS',
  label: m.common_comments(),
  format: 'text',
}
const resultColumn: Column<ListedBatch> = { key: 'OUTCOME', label: m.common_result(), format: 'shortText' }

const columnsByFilter: Readonly<Record<BatchFilter, readonly Column<ListedBatch>[]>> = {
  // In files the warnings come after the uploader; `columnsOf` has them for the screen.
  [batchStates.awaiting]: [{ ...warningColumn, onlyOn: 'files' }],
  [batchStates.approved]: [resultColumn, approvedColumn],
  [batchStates.rejected]: [reasonColumn, rejectedColumn],
  [batchStates.closed]: [resultColumn, commentsColumn, approvedColumn],
  [batchStates.processing]: [resultColumn, approvedColumn],
}

type SizeFields = Pick<BatchLoadFile, 'LOADSCOUNT' | 'LOADSAMOUNT' | 'CURRENCY' | 'LOADTYPE'>

/** Count and sum of a batch, for buttons and dialogs: "4,812 loads, SGD 96,240.00". */
export function sizeOf(batch: SizeFields): string {
  return m.batches_loadsAndAmount({
    loads: rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE),
    amount: amountToText(batch.LOADSAMOUNT, batch.CURRENCY),
  })
}

/**
 * The number of rows for a list: '4,812 loads'. If the list has no column of fees, also the fee that will be debited:
 * '4,812 loads, plus a fee of 240.60'.
 */
export function rowsInList(
  batch: SizeFields & Pick<BatchLoadFile, 'FEEAMOUNT'>,
  { hasFeeColumn }: { readonly hasFeeColumn: boolean },
): string {
  const loads = rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE)
  const feeCents = decimalToCents(batch.FEEAMOUNT) ?? cents(0)
  if (hasFeeColumn || feeCents <= 0) return loads
  return m.batches_loadsPlusFee({ loads, fee: centsToText(feeCents) })
}

/** Count and sum of the rows that are not posted yet. */
export function remainingSizeOf(batch: SizeFields & Pick<BatchLoadFile, 'LOADEDCOUNT' | 'LOADEDAMOUNT'>): string {
  const totalCents = decimalToCents(batch.LOADSAMOUNT)
  const postedCents = decimalToCents(batch.LOADEDAMOUNT)
  const areAmountsKnown = totalCents !== undefined && postedCents !== undefined
  return sizeOf({
    ...batch,
    LOADSCOUNT: batch.LOADSCOUNT - batch.LOADEDCOUNT,
    LOADSAMOUNT: areAmountsKnown ? centsToDecimal(cents(totalCents - postedCents)) : batch.LOADSAMOUNT,
  })
}

/** The function that formats minor units of this currency: `moneyFormatOf('SGD')(125000)` is 'SGD 1,250.00'. */
export const moneyFormatOf =
  (currency: string): FormatMoney =>
  (amount) =>
    `${currency} ${centsToText(amount)}`

/** The name of the user who uploaded the batch. */
export const makerOf = (batch: BatchLoadFile): string => fullName(batch.UPLOADUSERFIRSTNAME, batch.UPLOADUSERLASTNAME)

const fullName = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ')
