// Saves the rows of an uploaded batch as a file for its maker: as submitted, or with their results.
import { m } from '#words/messages.js'
import type { BatchLoadFile, MyBatchRow } from '#contract/batches.ts'
import type { Result } from '#contract/operations.ts'
import { batchTypes, isWholeBalance } from '#domain/batch/types.ts'
import { type RowVerdict, rowVerdicts, VERDICT_HEADERS } from '#domain/rows/verdict-columns.ts'
import { cardLabels } from '#domain/batch/words.ts'
import { saveTable } from '#pages/shared/saveTable.ts'

export function verdictOf(
  row: Pick<MyBatchRow, 'LOADED'>,
  { PROCESSED }: Pick<BatchLoadFile, 'PROCESSED'>,
): RowVerdict {
  if (row.LOADED) return 'loaded'
  return PROCESSED ? 'failed' : 'waiting'
}

/** Saves the submitted rows, including fixes, under a name derived from the original file. */
export function saveSubmitted(response: Result<'myBatchRows'>): Promise<void> {
  const { header, rows, textColumns, baseName } = submittedTable(response)
  const extension = /\.csv$/i.test(response.batchLoad.BATCHLOADFILEORIGINALNAME) ? 'csv' : 'xlsx'
  return saveTable(`${baseName}-submitted`, extension, { header, rows, textColumns })
}

/** Saves the submitted rows with Verdict and Reason. */
export function saveResults(response: Result<'myBatchRows'>, extension: 'csv' | 'xlsx'): Promise<void> {
  const { header, rows, textColumns, baseName } = submittedTable(response)
  const rowsWithResults = response.rows.map((row, index) => {
    const submittedCells = rows[index] ?? []
    const verdict = rowVerdicts[verdictOf(row, response.batchLoad)]
    return [...submittedCells, verdict, row.LOADED ? '' : row.RESULTTEXT]
  })
  return saveTable(`${baseName}-results`, extension, {
    header: [...header, ...VERDICT_HEADERS],
    rows: rowsWithResults,
    textColumns,
  })
}

/**
 * `textColumns` are the indexes of the columns with card or tracking numbers, which a spreadsheet must not read as
 * numbers.
 */
function submittedTable({ batchLoad, rows }: Result<'myBatchRows'>) {
  const labels = cardLabels(batchLoad.LOADTYPE, batchLoad.IDENTIFIERTYPE)
  const { needsTarget: hasReceivingCard } = batchTypes[batchLoad.LOADTYPE]
  const fillsCardsUp = rows.some(({ TARGETBALANCE }) => Boolean(TARGETBALANCE))
  const columns = [{ label: labels.card, cellOf: (row: MyBatchRow) => row.IDENTIFIER }]
  if (hasReceivingCard) columns.push({ label: labels.target, cellOf: (row) => row.IDENTIFIERTO ?? '' })
  // A row that takes the whole balance was submitted without an amount.
  columns.push({ label: m.common_amount(), cellOf: (row) => (isWholeBalance(row.AMOUNT) ? '' : row.AMOUNT) })
  if (fillsCardsUp) columns.push({ label: m.batches_targetBalanceColumn(), cellOf: (row) => row.TARGETBALANCE ?? '' })
  return {
    header: columns.map(({ label }) => label),
    rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
    textColumns: hasReceivingCard ? [0, 1] : [0],
    baseName: batchLoad.BATCHLOADFILEORIGINALNAME.replace(/\.(csv|xlsx?)$/i, ''),
  }
}
