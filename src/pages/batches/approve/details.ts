// The rows of one batch as the details show them, and what they sum up to.
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import { findingsToSet } from '#domain/batch/findings.ts'
import { byAmount, findingToStateWords, rowsToSummary, type SummaryRow, wireToFindings } from '#domain/batch/summary.ts'
import { identifierKinds, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import type { Column } from '#domain/columns.ts'
import { type Cents, wireToCents } from '#domain/money.ts'

export interface DetailRow extends BatchLoadDetail, SummaryRow {
  readonly RESULT: 'Loaded' | 'Failed' | 'Not loaded'
  /** What a checker should know of the row before deciding. */
  readonly NOTES: string
}

/** What has to be known of the file: before its decision rows are judged as they stand now, after it by their result. */
type FileFacts = Pick<BatchLoadFile, 'BATCHLOADFILEAPPROVED' | 'BATCHLOADFILEREJECTED' | 'PROCESSED'>

export const isUndecided = (file: FileFacts): boolean => !file.BATCHLOADFILEAPPROVED && !file.BATCHLOADFILEREJECTED

export function detailToRow(detail: BatchLoadDetail, file: FileFacts): DetailRow {
  const findings = isUndecided(file) ? wireToFindings(detail.FINDINGSNOW) : []
  const firstLoad = isUndecided(file) && detail.FIRSTLOAD
  return {
    ...detail,
    amountCents: wireToCents(detail.AMOUNT) ?? (0 as Cents),
    feeCents: wireToCents(detail.FEEAMOUNT) ?? (0 as Cents),
    loaded: detail.LOADED,
    firstLoad,
    findingsNow: findingsToSet(findings),
    RESULT: detail.LOADED ? 'Loaded' : file.PROCESSED ? 'Failed' : 'Not loaded',
    NOTES: [...findings.map(findingToStateWords), ...(firstLoad ? ['Never loaded before'] : [])].join('. '),
  }
}

export const detailsToSummary = (rows: readonly DetailRow[]) => rowsToSummary(rows)

/** Which rows are shown; those without a meaning in the batch's state are not offered. */
export type RowFilter = 'all' | 'failed' | 'changed' | 'first'

export interface RowFilterKind {
  readonly key: RowFilter
  readonly label: string
  readonly keeps: (row: DetailRow) => boolean
  readonly fits: (file: FileFacts) => boolean
}

export const rowFilters: readonly RowFilterKind[] = [
  { key: 'all', label: 'All rows', keeps: () => true, fits: () => true },
  { key: 'failed', label: 'Failed', keeps: (row) => row.RESULT === 'Failed', fits: (file) => file.PROCESSED },
  { key: 'changed', label: 'Card changed since', keeps: (row) => row.findingsNow !== 0, fits: isUndecided },
  { key: 'first', label: 'Never loaded before', keeps: (row) => row.firstLoad, fits: isUndecided },
]

export type RowOrder = 'file' | 'amount'

export const orderRows = (rows: readonly DetailRow[], order: RowOrder): readonly DetailRow[] =>
  order === 'amount' ? byAmount(rows) : rows

/** batches §3 "Batch load detail row"; the fee goes where the brand hides fees (access §3, `hideFees`). */
export function detailColumns(file: FileFacts, rows: readonly DetailRow[], hideFees: boolean): Column<DetailRow>[] {
  return [
    { key: 'ROWNUMBER', label: 'Row', format: 'text' },
    isTracking(rows)
      ? { key: 'IDENTIFIER', label: 'Tracking Number', format: 'identifier' }
      : { key: 'IDENTIFIER', label: 'Card Number', format: 'pan' },
    { key: 'AMOUNT', label: 'Amount', format: 'amount' },
    ...(hideFees ? [] : [{ key: 'FEEAMOUNT', label: 'Fee', format: 'amount' } as const]),
    ...(isUndecided(file)
      ? [{ key: 'NOTES', label: 'To know', format: 'text' } as const]
      : ([
          { key: 'RESULT', label: 'Result', format: 'status' },
          { key: 'RESULTTEXT', label: 'Reason', format: 'text' },
          { key: 'LOADDATE', label: 'Loaded at', format: 'instant' },
        ] as const)),
  ]
}

/** The only identifier that is shown in full: whatever else stands there could be a card number (contract "Cards"). */
export const isTrackingNumber = (identifier: string): boolean =>
  /^[0-9]+$/.test(identifier) && identifier.length === identifierKinds[TRACKING_NUMBER].length

const isTracking = (rows: readonly DetailRow[]): boolean => rows.every((row) => isTrackingNumber(row.IDENTIFIER))
