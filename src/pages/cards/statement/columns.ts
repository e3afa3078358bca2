// Converts the statement columns that the server chooses into the columns of the table and of the exports.
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import type { Result } from '#contract/operations.ts'
import type { Column, Format } from '#domain/columns.ts'

/**
 * All columns, in the order of the exports. A column that is in only one of the two lists appears only on screen or
 * only in files.
 */
export function toColumns({
  visibleColumns,
  exportColumns,
}: Pick<Result<'cardStatement'>, 'visibleColumns' | 'exportColumns'>): readonly Column<CardTransaction>[] {
  const visibleKeys = new Set(visibleColumns.map(({ VALUE }) => VALUE))
  const exportedKeys = new Set(exportColumns.map(({ VALUE }) => VALUE))
  const onlyVisibleColumns = visibleColumns.filter(({ VALUE }) => !exportedKeys.has(VALUE))
  return [...exportColumns, ...onlyVisibleColumns].map((statementColumn): Column<CardTransaction> => {
    const { VALUE: key, LABEL: label } = statementColumn
    const column = { key, label, format: formatOf(statementColumn) }
    if (!visibleKeys.has(key)) return { ...column, onlyOn: 'files' }
    return exportedKeys.has(key) ? column : { ...column, onlyOn: 'screen' }
  })
}

const codeColumns: ReadonlySet<StatementColumn['VALUE']> = new Set(['AUTHNUMBER', 'MERCHANTID', 'TRANSACTIONID'])

// RAWVALUE is 1 for a value that is shown as the server sends it. Other numbers are amounts.
function formatOf({ VALUE, NUMERIC, RAWVALUE }: StatementColumn): Format {
  if (codeColumns.has(VALUE)) return 'code'
  if (RAWVALUE === 1) return NUMERIC === 1 ? 'count' : 'text'
  if (NUMERIC === 1) return 'amount'
  return VALUE === 'SHOWDATE' ? 'instant' : 'text'
}
