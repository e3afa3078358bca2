// A statement's columns as the host names them (cards §3), as the table and the exports want them.
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import type { Column, Format } from '#domain/columns.ts'

/** The columns of both, in the order of the exports; those that only one of the two has are there alone. */
export function toColumns(
  visible: readonly StatementColumn[],
  exported: readonly StatementColumn[],
): readonly Column<CardTransaction>[] {
  const has = (columns: readonly StatementColumn[], { VALUE }: StatementColumn) =>
    columns.some((each) => each.VALUE === VALUE)
  return [...exported, ...visible.filter((column) => !has(exported, column))].map((column) => ({
    key: column.VALUE,
    label: column.LABEL,
    format: formatOf(column),
    ...(has(visible, column) ? (has(exported, column) ? {} : { on: 'screen' }) : { on: 'files' }),
  }))
}

// A raw value is shown as it travels; any other as a person reads it.
function formatOf({ VALUE, NUMERIC, RAWVALUE }: StatementColumn): Format {
  if (RAWVALUE === 1) return NUMERIC === 1 ? 'count' : 'text'
  if (NUMERIC === 1) return 'amount'
  return VALUE === 'SHOWDATE' ? 'instant' : 'text'
}
