// Saves the maker's rows as a file after the upload: as submitted, or with their results.
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
  const rowsWithResults = response.rows.map((row, index) => [
    ...(rows[index] ?? []),
    rowVerdicts[verdictOf(row, response.batchLoad)],
    row.LOADED ? '' : row.RESULTTEXT,
  ])
  return saveTable(`${baseName}-results`, extension, {
    header: [...header, ...VERDICT_HEADERS],
    rows: rowsWithResults,
    textColumns,
  })
}

/** `textColumns`: the columns with card or tracking numbers, which a spreadsheet must not read as numbers. */
function submittedTable({ batchLoad, rows }: Result<'myBatchRows'>) {
  const labels = cardLabels(batchLoad.LOADTYPE, batchLoad.IDENTIFIERTYPE)
  const { needsTarget: hasReceivingCard } = batchTypes[batchLoad.LOADTYPE]
  const fillsCardsUp = rows.some(({ TARGETBALANCE }) => Boolean(TARGETBALANCE))
  return {
    header: [
      labels.card,
      ...(hasReceivingCard ? [labels.target] : []),
      m.common_amount(),
      ...(fillsCardsUp ? [m.batches_targetBalanceColumn()] : []),
    ],
    rows: rows.map((row) => [
      row.IDENTIFIER,
      ...(hasReceivingCard ? [row.IDENTIFIERTO ?? ''] : []),
      isWholeBalance(row.AMOUNT) ? '' : row.AMOUNT,
      ...(fillsCardsUp ? [row.TARGETBALANCE ?? ''] : []),
    ]),
    textColumns: hasReceivingCard ? [0, 1] : [0],
    baseName: batchLoad.BATCHLOADFILEORIGINALNAME.replace(/\.(csv|xlsx?)$/i, ''),
  }
}
