// Converts the statement columns that the server chooses into the columns of the table and of the exports.
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import type { Column, Format } from '#domain/columns.ts'

/**
 * All columns, in the order of the exports. A column that is in only one of the two lists appears only on screen or
 * only in files.
 */
export function toColumns(
  visibleColumns: readonly StatementColumn[],
  exportedColumns: readonly StatementColumn[],
): readonly Column<CardTransaction>[] {
  const contains = (columns: readonly StatementColumn[], { VALUE }: StatementColumn) =>
    columns.some((column) => column.VALUE === VALUE)
  const mediumOf = (column: StatementColumn): Pick<Column<CardTransaction>, 'onlyOn'> => {
    if (!contains(visibleColumns, column)) return { onlyOn: 'files' }
    return contains(exportedColumns, column) ? {} : { onlyOn: 'screen' }
  }
  const onlyVisibleColumns = visibleColumns.filter((column) => !contains(exportedColumns, column))
  return [...exportedColumns, ...onlyVisibleColumns].map((column) => ({
    key: column.VALUE,
    label: column.LABEL,
    format: formatOf(column),
    ...mediumOf(column),
  }))
}

const codeColumns: ReadonlySet<StatementColumn['VALUE']> = new Set(['AUTHNUMBER', 'MERCHANTID', 'TRANSACTIONID'])

// A raw value stays as the server sends it; other values are formatted.
function formatOf({ VALUE, NUMERIC, RAWVALUE }: StatementColumn): Format {
  if (codeColumns.has(VALUE)) return 'code'
  if (RAWVALUE === 1) return NUMERIC === 1 ? 'count' : 'text'
  if (NUMERIC === 1) return 'amount'
  return VALUE === 'SHOWDATE' ? 'instant' : 'text'
}
