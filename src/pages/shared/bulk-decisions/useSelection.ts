// The selected rows of an approval list. A row that leaves the list no longer counts as selected.
import { useState } from 'react'
import type { TableSelection } from '#ui/tables/DataTable.tsx'

export interface Selection<Row> {
  readonly rows: readonly Row[]
  readonly clear: () => void
  /** For the table; undefined if the user can decide no row of this list. */
  readonly tableSelection: TableSelection<Row> | undefined
}

/** `rows` are the rows that can be selected now, in list order. */
export function useSelection<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  labelOf: (row: Row) => string,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selectedRows = rows.filter((row) => ids.has(idOf(row)))
  const areAllSelected = selectedRows.length === rows.length
  const select = (rowsToSelect: readonly Row[]) => setIds(new Set(rowsToSelect.map(idOf)))
  return {
    rows: selectedRows,
    clear: () => select([]),
    tableSelection:
      rows.length === 0
        ? undefined
        : {
            has: (row) => ids.has(idOf(row)),
            toggle: (row) =>
              select(
                ids.has(idOf(row))
                  ? selectedRows.filter((selectedRow) => idOf(selectedRow) !== idOf(row))
                  : [...selectedRows, row],
              ),
            toggleAll: () => select(areAllSelected ? [] : rows),
            state: selectedRows.length === 0 ? 'none' : areAllSelected ? 'all' : 'some',
            label: labelOf,
          },
  }
}
