// A statement's columns as the host names them (cards §3), as the table and the exports want them.
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import type { Column, Format } from '#domain/columns.ts'

export const toColumns = (columns: readonly StatementColumn[]): readonly Column<CardTransaction>[] =>
  columns.map((column) => ({ key: column.VALUE, label: column.LABEL, format: formatOf(column) }))

// A raw value is shown as it travels; any other as a person reads it.
function formatOf({ VALUE, NUMERIC, RAWVALUE }: StatementColumn): Format {
  if (RAWVALUE === 1) return NUMERIC === 1 ? 'count' : 'text'
  if (NUMERIC === 1) return 'amount'
  return VALUE === 'SHOWDATE' ? 'instant' : 'text'
}
