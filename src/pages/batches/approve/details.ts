// The rows of one batch for its details, and their totals.
import { m } from '#words/messages.js'
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import {
  sortByAmount,
  findingToStatement,
  hasChangedSinceUpload,
  isUncovered,
  type SummaryRow,
  codesToFindings,
} from '#domain/batch/summary.ts'
import { batchesToText } from '#domain/batch/words.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { identifierTypes, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { batchTypes } from '#domain/batch/types.ts'
import type { Column } from '#domain/columns.ts'
import { cents, decimalToCents } from '#domain/money.ts'

export interface DetailRow extends BatchLoadDetail, SummaryRow {
  /** 'Loaded', 'Failed', 'Not loaded', or the equivalent of other batch types. */
  readonly RESULT: string
  readonly isFailed: boolean
  /** Warnings for the approver, as sentences without a final full stop; '' if there are none. */
  readonly NOTES: string
}

/** The fields of a batch that decide what its rows show: current findings before the run, or results after the run. */
type BatchStateFields = Pick<
  BatchLoadFile,
  'BATCHLOADFILEAPPROVED' | 'BATCHLOADFILEREJECTED' | 'WITHDRAWN' | 'BATCHLOADFILECLOSED' | 'PROCESSED'
>
type BatchOfRows = BatchStateFields & Pick<BatchLoadFile, 'LOADTYPE'>

export const isUndecided = (batch: BatchStateFields): boolean => !batch.BATCHLOADFILEAPPROVED && awaitsResults(batch)

/** True if the rows have no result yet but will get one. */
export function awaitsResults(batch: BatchStateFields): boolean {
  const isStopped = batch.BATCHLOADFILEREJECTED || batch.WITHDRAWN || batch.BATCHLOADFILECLOSED
  return !isStopped && !batch.PROCESSED
}

/** All rows of a batch. A card that occurs more than once is marked on each of its rows. */
export function detailsToRows(details: readonly BatchLoadDetail[], batch: BatchOfRows): DetailRow[] {
  if (!awaitsResults(batch)) return details.map((detail) => detailToRow(detail, batch))
  const duplicateIdentifiers = findDuplicateIdentifiers(details)
  return details.map((detail) => {
    // Only the server recognises duplicates among masked numbers, but some servers do not send MORETHANONCE.
    const isDuplicate = detail.MORETHANONCE ?? duplicateIdentifiers.has(detail.IDENTIFIER)
    return detailToRow(detail, batch, { isDuplicate })
  })
}

function findDuplicateIdentifiers(details: readonly BatchLoadDetail[]): ReadonlySet<string> {
  const seenIdentifiers = new Set<string>()
  const duplicateIdentifiers = new Set<string>()
  for (const { IDENTIFIER } of details) {
    if (seenIdentifiers.has(IDENTIFIER)) duplicateIdentifiers.add(IDENTIFIER)
    else seenIdentifiers.add(IDENTIFIER)
  }
  return duplicateIdentifiers
}

export function detailToRow(
  detail: BatchLoadDetail,
  batch: BatchOfRows,
  { isDuplicate = false }: { readonly isDuplicate?: boolean } = {},
): DetailRow {
  const findings = detail.LOADED ? [] : codesToFindings(detail.FINDINGSNOW)
  const firstLoad = marksFirstLoads(batch) && detail.FIRSTLOAD
  const warnings = findings.map(findingToStatement)
  if (isDuplicate) warnings.push(m.batches_thisCardMoreThanOnce())
  if (detail.REPEATEDIN.length > 0)
    warnings.push(m.batches_alsoInBatches({ batches: batchesToText(detail.REPEATEDIN) }))
  if (firstLoad) warnings.push(m.batches_neverLoaded())
  const hasResult = batch.PROCESSED || detail.LOADED
  return {
    ...detail,
    amountCents: decimalToCents(detail.AMOUNT) ?? cents(0),
    feeCents: decimalToCents(detail.FEEAMOUNT) ?? cents(0),
    loaded: detail.LOADED,
    firstLoad,
    findingsNow: findings,
    isDuplicate,
    repeatedIn: detail.REPEATEDIN,
    movesWholeBalance: detail.WHOLEBALANCE,
    RESULT: resultToText(detail, batch),
    isFailed: batch.PROCESSED && !detail.LOADED,
    // A row with a result shows no warnings. If the row failed, another column shows the reason.
    NOTES: hasResult ? '' : warnings.join('. '),
  }
}

function resultToText({ LOADED, AMOUNT }: BatchLoadDetail, { PROCESSED, LOADTYPE }: BatchOfRows): string {
  const { pastParticiple } = batchTypes[LOADTYPE]
  if (!LOADED) return PROCESSED ? m.common_failed() : m.batches_notDone({ done: pastParticiple })
  // A loaded row of 0.00 only retired its card.
  return AMOUNT === '0.00' ? m.common_retiredLabel() : capitalise(pastParticiple)
}

export const marksFirstLoads = (batch: BatchOfRows): boolean =>
  isUndecided(batch) && batchTypes[batch.LOADTYPE].marksFirstLoads

/** True if approvers are warned about duplicate cards, because the check at upload allows them for this batch type. */
const warnsOfDuplicates = (batch: BatchOfRows): boolean =>
  awaitsResults(batch) && !batchTypes[batch.LOADTYPE].defaultValidation.includes('duplicateCard')

const canTakeFullBalance = ({ LOADTYPE }: BatchOfRows): boolean => batchTypes[LOADTYPE].amount === 'optional'

/** True if the funding account will pay for the rows. */
const isFunded = (batch: BatchOfRows): boolean =>
  awaitsResults(batch) && batchTypes[batch.LOADTYPE].moves.from === 'funding'

/** The filters of the rows. A batch offers only the filters that fit its state. */
export type RowFilter = 'all' | 'failed' | 'changed' | 'uncovered' | 'copies' | 'whole' | 'repeated' | 'first'

export interface RowFilterKind {
  readonly key: RowFilter
  readonly label: string
  readonly matches: (row: DetailRow) => boolean
  readonly fits: (batch: BatchOfRows) => boolean
}

export const rowFilters: readonly RowFilterKind[] = [
  { key: 'all', label: m.common_allRows(), matches: () => true, fits: () => true },
  { key: 'failed', label: m.common_failed(), matches: (row) => row.isFailed, fits: (batch) => batch.PROCESSED },
  { key: 'changed', label: m.batches_cardChanged(), matches: hasChangedSinceUpload, fits: awaitsResults },
  { key: 'uncovered', label: m.batches_notCovered(), matches: isUncovered, fits: isFunded },
  { key: 'copies', label: m.batches_cardMoreThanOnce(), matches: (row) => row.isDuplicate, fits: warnsOfDuplicates },
  { key: 'whole', label: m.batches_wholeBalance(), matches: (row) => row.movesWholeBalance, fits: canTakeFullBalance },
  {
    key: 'repeated',
    label: m.batches_inAnotherBatch(),
    matches: (row) => row.repeatedIn.length > 0,
    fits: awaitsResults,
  },
  { key: 'first', label: m.batches_neverLoaded(), matches: (row) => row.firstLoad, fits: marksFirstLoads },
]

export type RowSorting = 'file' | 'amount'

export const rowSortings: readonly { readonly key: RowSorting; readonly label: string }[] = [
  { key: 'file', label: m.batches_asInFile() },
  { key: 'amount', label: m.batches_largestFirst() },
]

export const sortRows = (rows: readonly DetailRow[], sorting: RowSorting): readonly DetailRow[] =>
  sorting === 'amount' ? sortByAmount(rows) : rows

/**
 * The column of the row number, which counts uploaded rows only. Row numbers in the maker's sheet also count headings,
 * empty rows and excluded rows.
 */
export const numberInBatchColumn = {
  key: 'ROWNUMBER',
  label: m.batches_numberColumn(),
  fullLabel: m.batches_numberInBatch(),
  format: 'shortText',
} as const

/** The columns of a row, without the fee if the client hides fees (`hideFees`). */
export function detailColumns(
  batch: BatchOfRows,
  rows: readonly DetailRow[],
  { hideFees }: { readonly hideFees: boolean },
): Column<DetailRow>[] {
  const { needsTarget, chargesFee, pastParticiple } = batchTypes[batch.LOADTYPE]
  // Only users who can read cards receive names.
  const hasNames = rows.some(({ CARDHOLDERNAME }) => CARDHOLDERNAME)
  const hasCurrentNotes = awaitsResults(batch) && rows.some(({ NOTES }) => NOTES !== '')
  const showsNotes = isUndecided(batch) || hasCurrentNotes
  const showsFees = chargesFee && !hideFees
  // Only rows that are not loaded have reasons.
  const hasReasons = rows.some(({ LOADED }) => !LOADED)

  const columns: Column<DetailRow>[] = [
    numberInBatchColumn,
    identifierColumn('IDENTIFIER', needsTarget ? headings.from : headings.only, rows),
  ]
  if (hasNames) columns.push({ key: 'CARDHOLDERNAME', label: m.common_cardholder(), format: 'text' })
  if (needsTarget) columns.push(identifierColumn('IDENTIFIERTO', headings.to, rows))
  columns.push({ key: 'AMOUNT', label: m.common_amount(), format: 'amount' })
  if (showsFees) columns.push({ key: 'FEEAMOUNT', label: m.common_fee(), format: 'amount' })
  if (showsNotes) columns.push({ key: 'NOTES', label: m.common_warnings(), format: 'text' })
  if (isUndecided(batch)) return columns

  columns.push({ key: 'RESULT', label: m.common_result(), format: 'shortText' })
  if (hasReasons) columns.push({ key: 'RESULTTEXT', label: m.common_reason(), format: 'text' })
  columns.push({ key: 'LOADDATE', label: m.batches_doneAt({ done: capitalise(pastParticiple) }), format: 'instant' })
  return columns
}

/** True if the identifier can be shown in full. Any other identifier can be a card number. */
export const isTrackingNumber = (identifier: string): boolean =>
  /^[0-9]+$/.test(identifier) && identifier.length === identifierTypes[TRACKING_NUMBER].length

/** `only` for a batch with one card per row; `from` and `to` for a batch that moves money between two cards. */
const headings = {
  only: { pan: m.common_cardNumber(), identifier: m.common_trackingNumber() },
  from: { pan: m.batches_fromCardNumber(), identifier: m.batches_fromTrackingNumber() },
  to: { pan: m.batches_toCardNumber(), identifier: m.batches_toTrackingNumber() },
} as const

function identifierColumn(
  key: 'IDENTIFIER' | 'IDENTIFIERTO',
  labels: Readonly<Record<'pan' | 'identifier', string>>,
  rows: readonly DetailRow[],
) {
  const isTracking = rows.every((row) => row[key] === null || isTrackingNumber(row[key]))
  const format = isTracking ? 'identifier' : 'pan'
  return { key, label: labels[format], format } as const
}
