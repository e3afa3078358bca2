// The selected rows of an approval list. A row that leaves the list no longer counts as selected.
import { useState } from 'react'
import type { TableSelection } from '#ui/tables/DataTable.tsx'

export interface Selection<Row> {
  readonly rows: readonly Row[]
  readonly clear: () => void
  readonly remove: (ids: readonly string[]) => void
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
  const stateOfSome = selectedRows.length === rows.length ? 'all' : 'some'
  // Each change starts from the newest selection: a second quick press comes before the first one is drawn.
  const toggle = (before: ReadonlySet<string>, id: string): ReadonlySet<string> =>
    before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])
  return {
    rows: selectedRows,
    clear: () => setIds(new Set()),
    remove: (removedIds) => setIds((before) => new Set([...before].filter((id) => !removedIds.includes(id)))),
    tableSelection:
      rows.length === 0
        ? undefined
        : {
            has: (row) => ids.has(idOf(row)),
            toggle: (row) => setIds((before) => toggle(before, idOf(row))),
            toggleAll: () =>
              setIds((before) => (rows.every((row) => before.has(idOf(row))) ? new Set() : new Set(rows.map(idOf)))),
            state: selectedRows.length === 0 ? 'none' : stateOfSome,
            label: labelOf,
          },
  }
}
