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

interface SelectionOptions<Row> {
  /** The rows that can be selected now, in list order. */
  readonly selectableRows: readonly Row[]
  readonly idOf: (row: Row) => string
  /** The label of the row's checkbox. */
  readonly labelOf: (row: Row) => string
}

export function useSelection<Row>({ selectableRows, idOf, labelOf }: SelectionOptions<Row>): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selectedRows = selectableRows.filter((row) => ids.has(idOf(row)))
  // Each change starts from the newest selection, since a second press can come before the first one is drawn.
  const clear = () => setIds(new Set())
  const remove = (removedIds: readonly string[]) => setIds((before) => without(before, removedIds))
  const toggle = (row: Row) => {
    const id = idOf(row)
    setIds((before) => (before.has(id) ? without(before, [id]) : new Set([...before, id])))
  }
  const toggleAll = () =>
    setIds((before) => {
      const areAllSelected = selectableRows.every((row) => before.has(idOf(row)))
      return areAllSelected ? new Set() : new Set(selectableRows.map(idOf))
    })
  const tableSelection: TableSelection<Row> = {
    has: (row) => ids.has(idOf(row)),
    toggle,
    toggleAll,
    state: toState({ selectedCount: selectedRows.length, rowCount: selectableRows.length }),
    label: labelOf,
  }
  const hasRows = selectableRows.length > 0
  return { rows: selectedRows, clear, remove, tableSelection: hasRows ? tableSelection : undefined }
}

const without = (ids: ReadonlySet<string>, removedIds: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !removedIds.includes(id)))

interface SelectionCounts {
  readonly selectedCount: number
  readonly rowCount: number
}

function toState({ selectedCount, rowCount }: SelectionCounts): TableSelection<unknown>['state'] {
  if (selectedCount === 0) return 'none'
  return selectedCount === rowCount ? 'all' : 'some'
}
