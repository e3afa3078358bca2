// Selects and orders the rows to show: all, errors first, only errors, one reason, or removed rows. A view is an array
// of ids. A row that is edited in a view stays in it until the view is computed again.
import { normaliseIdentifier } from '#domain/rows/fields.ts'
import { matchesFinding } from './edits.ts'
import type { Rows } from './rows.ts'

export type RowFilter =
  | { readonly show: 'all' | 'errorsFirst' | 'errors' | 'edited' | 'removed' }
  | { readonly show: 'reason'; readonly code: string; readonly field: string }

/**
 * The ids of a view's rows, in display order.
 * @param search selects the rows whose number is this text, or that contain it in a field or in an extra column
 */
export function rowsToView(rows: Rows, filter: RowFilter, search = ''): number[] {
  const query = search.trim().toLowerCase()
  const matchesSearch = (id: number) => query === '' || rowContains(rows, id, query)
  const selectIds = (isSelected: (id: number) => boolean): number[] => {
    const ids: number[] = []
    for (let id = 0; id < rows.count; id += 1) {
      if (isSelected(id) && matchesSearch(id)) ids.push(id)
    }
    return ids
  }
  const isPresent = (id: number) => !rows.isRemoved(id)
  const isFaulty = (id: number) => isPresent(id) && rows.isFaulty(id)
  const hasFinding = (id: number) => isPresent(id) && rows.findingsOf(id).length > 0
  switch (filter.show) {
    case 'all':
      return selectIds(isPresent)
    case 'errorsFirst': {
      const withoutError = selectIds((id) => hasFinding(id) && !isFaulty(id))
      const withoutFinding = selectIds((id) => isPresent(id) && !hasFinding(id))
      return [...selectIds(isFaulty), ...withoutError, ...withoutFinding]
    }
    case 'errors':
      return selectIds(isFaulty)
    case 'edited':
      return selectIds((id) => isPresent(id) && rows.editOf(id) !== undefined)
    case 'removed':
      return selectIds((id) => rows.isRemoved(id))
    case 'reason':
      return selectIds((id) => isPresent(id) && rows.findingsOf(id).some((finding) => matchesFinding(finding, filter)))
  }
}

/** The position of the next row with errors after the position `after`, wrapping around. -1 if there is none. */
export function nextFaulty(rows: Rows, view: ArrayLike<number>, after: number, step: 1 | -1 = 1): number {
  for (let distance = 1; distance <= view.length; distance += 1) {
    // The remainder of a negative number is negative, and `after` and `step` can be -1, so two lengths are added.
    const position = (after + distance * step + 2 * view.length) % view.length
    const id = view[position]
    if (id !== undefined && !rows.isRemoved(id) && rows.isFaulty(id)) return position
  }
  return -1
}

/**
 * True if the query is the row's number or is contained in the row. Ignores case, and the grouping of digits in card
 * numbers.
 * @param query in lower case
 */
function rowContains(rows: Rows, id: number, query: string): boolean {
  const { rowNumber, values } = rows.row(id)
  if (String(rowNumber) === query) return true
  if (rows.extraCells(id).some((text) => text.toLowerCase().includes(query))) return true
  const { activeFields, toDisplayedValues } = rows.rowType()
  const displayed = toDisplayedValues(values)
  return activeFields.some(({ name, value }) => {
    const text = (displayed[name] ?? '').toLowerCase()
    if (value === 'identifier') return normaliseIdentifier(text).includes(normaliseIdentifier(query))
    return text.includes(query)
  })
}
