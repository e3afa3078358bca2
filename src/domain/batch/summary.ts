// Summarises a batch for the checker who decides about it: number of rows, amounts, the largest rows, cards never
// loaded before, and rows whose card has changed since the upload.
import { type Cents, cents } from '#domain/money.ts'
import { countFindings, type Finding, type FindingSet, findingsToSet, hasFinding } from '#domain/rows/findings.ts'
import { findingReason } from '#domain/rows/row-type.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { anyCardRows } from './card-rows.ts'

/** The data of a row that the summary uses. */
export interface SummaryRow {
  readonly amountCents: Cents
  readonly feeCents: Cents
  readonly loaded: boolean
  /** True if the card has never been loaded before. */
  readonly firstLoad: boolean
  /** True if the same card has another row in the batch. */
  readonly isDuplicate: boolean
  /** True if the row takes the whole balance, since it names no amount. */
  readonly movesWholeBalance: boolean
  /** The other batches with the same row. */
  readonly repeatedIn: readonly string[]
  /** The findings of the row now, which can differ from those at upload. */
  readonly findingsNow: FindingSet
}

export interface Tally {
  readonly rows: number
  readonly amountCents: Cents
}

export interface BatchSummary<Row extends SummaryRow> {
  readonly all: Tally
  readonly feeCents: Cents
  readonly loaded: Tally
  /** Rows that are not loaded, with their fees. */
  readonly notLoaded: Tally & { readonly feeCents: Cents }
  readonly firstLoads: Tally
  /** Rows that would fail now for a reason other than the funds. `reasons` counts the rows of each reason. */
  readonly changed: Tally & { readonly reasons: readonly { readonly finding: Finding; readonly rows: number }[] }
  /** Rows whose card occurs more than once in the batch. All of them are posted. */
  readonly duplicates: Tally
  /** Rows without an amount, which move the whole balance. */
  readonly wholeBalances: Tally
  /** Rows that other batches also contain, and those batches, newest first. */
  readonly repeated: Tally & { readonly batches: readonly string[] }
  /** The rows with the largest amounts, largest first. Rows of equal amount are in file order. */
  readonly largest: readonly Row[]
}

/** Number of largest rows in a summary. */
export const LARGEST_ROWS = 5

/** The summary of all rows of a batch. Amounts are in minor units. */
export function rowsToSummary<Row extends SummaryRow>(rows: readonly Row[], count = LARGEST_ROWS): BatchSummary<Row> {
  const changed = rows.filter(hasChangedSinceUpload)
  const notLoaded = rows.filter((row) => !row.loaded)
  const repeated = rows.filter((row) => row.repeatedIn.length > 0)
  return {
    all: tally(rows),
    feeCents: sumFees(rows),
    loaded: tally(rows.filter((row) => row.loaded)),
    notLoaded: { ...tally(notLoaded), feeCents: sumFees(notLoaded) },
    firstLoads: tally(rows.filter((row) => row.firstLoad)),
    changed: { ...tally(changed), reasons: countFindings(changed.map((row) => row.findingsNow)) },
    duplicates: tally(rows.filter((row) => row.isDuplicate)),
    wholeBalances: tally(rows.filter((row) => row.movesWholeBalance)),
    repeated: { ...tally(repeated), batches: repeatedBatches(repeated) },
    largest: sortByAmount(rows).slice(0, count),
  }
}

/**
 * True if the row would fail now for a reason other than the funds. It was valid at the upload, so its card has changed
 * since.
 */
export const hasChangedSinceUpload = ({ findingsNow }: Pick<SummaryRow, 'findingsNow'>): boolean =>
  findingsNow.length > 0 && !isUncovered({ findingsNow })

/** True if the funding account would not cover the row. */
export const isUncovered = ({ findingsNow }: Pick<SummaryRow, 'findingsNow'>): boolean =>
  hasFinding(findingsNow, 'fundsShort')

/** Largest amount first. Rows of the same amount keep their order. */
export const sortByAmount = <Row extends Pick<SummaryRow, 'amountCents'>>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => b.amountCents - a.amountCents)

/** The API's codes as findings. A code that this version does not know is left out. */
export const codesToFindings = (codes: readonly string[]): FindingSet =>
  findingsToSet(codes.map((code) => anyCardRows().knownFinding(code)).filter((finding) => finding !== undefined))

/** A finding as a statement, for a user who decides about the row and cannot fix it: 'Card is stopped'. */
export function findingToStatement(finding: Pick<Finding, 'code' | 'field'>): string {
  // The reason for one row is '1 card is stopped'. The statement is about a known row, so it needs no number.
  return capitalise(findingReason(anyCardRows(), finding, 1).replace(/^1 /, ''))
}

const repeatedBatches = (rows: readonly SummaryRow[]): string[] =>
  [...new Set(rows.flatMap(({ repeatedIn }) => repeatedIn))].sort((a, b) => Number(b) - Number(a))

const sumFees = (rows: readonly SummaryRow[]): Cents => cents(rows.reduce((sum, row) => sum + row.feeCents, 0))

const tally = (rows: readonly SummaryRow[]): Tally => ({
  rows: rows.length,
  amountCents: cents(rows.reduce((sum, row) => sum + row.amountCents, 0)),
})
