// The rows of one batch for its details, and their totals.
import { m } from '#words/messages.js'
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import {
  sortByAmount,
  findingToStatement,
  hasChanged,
  isUncovered,
  rowsToSummary,
  type SummaryRow,
  codesToFindings,
} from '#domain/batch/summary.ts'
import { batchesToText } from '#domain/batch/words.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { identifierTypes, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { batchTypes } from '#domain/batch/types.ts'
import type { Column } from '#domain/columns.ts'
import { type Cents, decimalToCents } from '#domain/money.ts'

export interface DetailRow extends BatchLoadDetail, SummaryRow {
  /** 'Loaded', 'Failed', 'Not loaded', or the equivalent of other batch types. */
  readonly RESULT: string
  readonly isFailed: boolean
  /** Warnings for the approver, as sentences without a final full stop; '' if there are none. */
  readonly NOTES: string
}

/**
 * The fields of a batch that decide what its rows show: before the run their current findings, after the run their
 * results.
 */
type BatchStateFields = Pick<
  BatchLoadFile,
  'BATCHLOADFILEAPPROVED' | 'BATCHLOADFILEREJECTED' | 'WITHDRAWN' | 'BATCHLOADFILECLOSED' | 'PROCESSED' | 'LOADTYPE'
>

export const isUndecided = (batch: Omit<BatchStateFields, 'LOADTYPE'>): boolean =>
  !batch.BATCHLOADFILEAPPROVED && awaitsResults(batch)

/** True if the rows have no result yet but will get one. */
export const awaitsResults = (batch: Omit<BatchStateFields, 'LOADTYPE'>): boolean =>
  !batch.BATCHLOADFILEREJECTED && !batch.WITHDRAWN && !batch.BATCHLOADFILECLOSED && !batch.PROCESSED

/** All rows of a batch. A card that occurs more than once is marked on each of its rows. */
export function detailsToRows(details: readonly BatchLoadDetail[], batch: BatchStateFields): DetailRow[] {
  const seenIdentifiers = new Set<string>()
  const duplicateIdentifiers = new Set<string>()
  const marksDuplicates = awaitsResults(batch)
  for (const { IDENTIFIER } of marksDuplicates ? details : []) {
    if (seenIdentifiers.has(IDENTIFIER)) duplicateIdentifiers.add(IDENTIFIER)
    else seenIdentifiers.add(IDENTIFIER)
  }
  return details.map((detail) => {
    // Only the server recognises duplicates among masked numbers, but some servers do not send MORETHANONCE.
    const { IDENTIFIER, MORETHANONCE = duplicateIdentifiers.has(IDENTIFIER) } = detail
    return detailToRow(detail, batch, marksDuplicates && MORETHANONCE)
  })
}

export function detailToRow(detail: BatchLoadDetail, batch: BatchStateFields, isDuplicate = false): DetailRow {
  const findings = detail.LOADED ? [] : codesToFindings(detail.FINDINGSNOW)
  const firstLoad = marksFirstLoads(batch) && detail.FIRSTLOAD
  const warnings = [
    ...findings.map(findingToStatement),
    ...(isDuplicate ? [m.batches_thisCardMoreThanOnce()] : []),
    ...(detail.REPEATEDIN.length === 0 ? [] : [m.batches_alsoInBatches({ batches: batchesToText(detail.REPEATEDIN) })]),
    ...(firstLoad ? [m.batches_neverLoaded()] : []),
  ]
  const hasResult = batch.PROCESSED || detail.LOADED
  return {
    ...detail,
    amountCents: decimalToCents(detail.AMOUNT) ?? (0 as Cents),
    feeCents: decimalToCents(detail.FEEAMOUNT) ?? (0 as Cents),
    loaded: detail.LOADED,
    firstLoad,
    findingsNow: findings,
    isDuplicate,
    repeatedIn: detail.REPEATEDIN,
    movesWholeBalance: detail.WHOLEBALANCE,
    RESULT: resultToText(detail, batch),
    isFailed: batch.PROCESSED && !detail.LOADED,
    // A row with a result has no warnings; a failed one shows its reason instead.
    NOTES: hasResult ? '' : warnings.join('. '),
  }
}

function resultToText({ LOADED, AMOUNT }: BatchLoadDetail, { PROCESSED, LOADTYPE }: BatchStateFields): string {
  const { pastParticiple } = batchTypes[LOADTYPE]
  if (!LOADED) return PROCESSED ? m.common_failed() : m.batches_notDone({ done: pastParticiple })
  // A loaded row of 0.00 only retired its card.
  return AMOUNT === '0.00' ? m.common_retiredLabel() : capitalise(pastParticiple)
}

export const marksFirstLoads = (batch: BatchStateFields): boolean =>
  isUndecided(batch) && batchTypes[batch.LOADTYPE].marksFirstLoads

/** True if approvers are warned about duplicate cards: the check at upload does not refuse them for this type. */
const warnsOfDuplicates = (batch: BatchStateFields): boolean =>
  awaitsResults(batch) && !batchTypes[batch.LOADTYPE].defaultValidation.includes('duplicateCard')

export const detailsToSummary = (rows: readonly DetailRow[]) => rowsToSummary(rows)

const canTakeFullBalance = ({ LOADTYPE }: BatchStateFields): boolean => batchTypes[LOADTYPE].amount === 'optional'

/** True if the funding account will pay for the rows. */
const isFunded = (batch: BatchStateFields): boolean =>
  awaitsResults(batch) && batchTypes[batch.LOADTYPE].moves.from === 'funding'

/** Filters of the rows; only those that make sense in the batch's state are offered. */
export type RowFilter = 'all' | 'failed' | 'changed' | 'uncovered' | 'copies' | 'whole' | 'repeated' | 'first'

export interface RowFilterKind {
  readonly key: RowFilter
  readonly label: string
  readonly matches: (row: DetailRow) => boolean
  readonly fits: (batch: BatchStateFields) => boolean
}

export const rowFilters: readonly RowFilterKind[] = [
  { key: 'all', label: m.common_allRows(), matches: () => true, fits: () => true },
  { key: 'failed', label: m.common_failed(), matches: (row) => row.isFailed, fits: (batch) => batch.PROCESSED },
  { key: 'changed', label: m.batches_cardChanged(), matches: hasChanged, fits: awaitsResults },
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

export const rowSortings = [
  { key: 'file', label: m.batches_asInFile() },
  { key: 'amount', label: m.batches_largestFirst() },
] as const
export type RowSorting = (typeof rowSortings)[number]['key']

export const sortRows = (rows: readonly DetailRow[], sorting: RowSorting): readonly DetailRow[] =>
  sorting === 'amount' ? sortByAmount(rows) : rows

/**
 * The column of the row number, which counts uploaded rows only. Row numbers in the maker's sheet also count headings,
 * empty rows and excluded rows. The format aligns the number like a text, but still sorts 2 before 10.
 */
export const numberInBatch = {
  key: 'ROWNUMBER',
  label: m.batches_numberColumn(),
  fullLabel: m.batches_numberInBatch(),
  format: 'shortText',
} as const

/** The columns of a row, without the fee if the client hides fees (`hideFees`). */
export function detailColumns(
  batch: BatchStateFields,
  rows: readonly DetailRow[],
  { hideFees }: { readonly hideFees: boolean },
): Column<DetailRow>[] {
  const { needsTarget, chargesFee, pastParticiple } = batchTypes[batch.LOADTYPE]
  const hasNotes = rows.some(({ NOTES }) => NOTES !== '')
  const showsNotes = isUndecided(batch) || (awaitsResults(batch) && hasNotes)
  // If every row is done, there are no reasons to show.
  const showsReasons = rows.some(({ LOADED }) => !LOADED)
  return [
    numberInBatch,
    identifierColumn('IDENTIFIER', needsTarget ? headings.from : headings.only, rows),
    ...(rows.some(({ CARDHOLDERNAME }) => CARDHOLDERNAME) ? [cardholder] : []),
    ...(needsTarget ? [identifierColumn('IDENTIFIERTO', headings.to, rows)] : []),
    { key: 'AMOUNT', label: m.common_amount(), format: 'amount' },
    ...(hideFees || !chargesFee ? [] : [{ key: 'FEEAMOUNT', label: m.common_fee(), format: 'amount' } as const]),
    ...(showsNotes ? [{ key: 'NOTES', label: m.common_warnings(), format: 'text' } as const] : []),
    ...(isUndecided(batch)
      ? []
      : ([
          { key: 'RESULT', label: m.common_result(), format: 'shortText' },
          ...(showsReasons ? [{ key: 'RESULTTEXT', label: m.common_reason(), format: 'text' } as const] : []),
          { key: 'LOADDATE', label: m.batches_doneAt({ done: capitalise(pastParticiple) }), format: 'instant' },
        ] as const)),
  ]
}

/** Only users who can read cards receive names. */
const cardholder = { key: 'CARDHOLDERNAME', label: m.common_cardholder(), format: 'text' } as const

/** Only tracking numbers are shown in full: any other identifier can be a card number. */
export const isTrackingNumber = (identifier: string): boolean =>
  /^[0-9]+$/.test(identifier) && identifier.length === identifierTypes[TRACKING_NUMBER].length

const headings = {
  only: { pan: m.common_cardNumber(), identifier: m.common_trackingNumber() },
  from: { pan: m.batches_fromCardNumber(), identifier: m.batches_fromTrackingNumber() },
  to: { pan: m.batches_toCardNumber(), identifier: m.batches_toTrackingNumber() },
} as const

function identifierColumn(
  key: 'IDENTIFIER' | 'IDENTIFIERTO',
  labels: (typeof headings)[keyof typeof headings],
  rows: readonly DetailRow[],
) {
  const isTracking = rows.every((row) => row[key] === null || isTrackingNumber(row[key]))
  const format = isTracking ? 'identifier' : 'pan'
  return { key, label: labels[format], format } as const
}
