// The maker's own file back after the upload: the rows as they were sent, with what became of each.
import type { BatchLoadFile, MyBatchRow } from '#contract/batches.ts'
import type { Result } from '#contract/operations.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type RowVerdict, rowVerdicts, VERDICT_HEADERS } from '#domain/rows/verdict-columns.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { saveTable } from '../wizard/saveTable.ts'

export const verdictOf = (
  row: Pick<MyBatchRow, 'LOADED'>,
  { PROCESSED }: Pick<BatchLoadFile, 'PROCESSED'>,
): RowVerdict => rowVerdicts[row.LOADED ? 'loaded' : PROCESSED ? 'failed' : 'waiting']

export function saveResults({ batchLoad, rows }: Result<'myBatchRows'>, ending: 'csv' | 'xlsx'): Promise<void> {
  const { label } = identifierKinds[batchLoad.IDENTIFIERTYPE]
  const { needsTarget } = batchKinds[batchLoad.LOADTYPE]
  const header = [label, ...(needsTarget ? [`Target ${label}`] : []), 'Amount', ...VERDICT_HEADERS]
  const table = rows.map((row) => [
    row.IDENTIFIER,
    ...(needsTarget ? [row.IDENTIFIERTO ?? ''] : []),
    row.AMOUNT === '0.00' ? '' : row.AMOUNT,
    verdictOf(row, batchLoad),
    row.LOADED ? '' : row.RESULTTEXT,
  ])
  const name = `${batchLoad.BATCHLOADFILEORIGINALNAME.replace(/\.(csv|xlsx?)$/i, '')}-results`
  return saveTable(name, ending, { header, rows: table, textColumns: needsTarget ? [0, 1] : [0] })
}
