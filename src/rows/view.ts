// Selects and orders the rows to show: all, errors first, only errors, one reason, or removed rows. A view is an array
// of ids. A row that is edited in a view stays in it until the view is computed again.
import { normaliseIdentifier } from '#domain/rows/fields.ts'
import { matchesFinding } from './edits.ts'
import type { Rows } from './rows.ts'

export type RowFilter =
  | { readonly show: 'all' | 'errorsFirst' | 'errors' | 'edited' | 'removed' }
  | { readonly show: 'reason'; readonly code: string; readonly field: string }

/**
 * The ids of a view's rows, in display order. With `search`, only the rows whose number is the search text, or that
 * contain this text in a field or in an extra column.
 */
export function rowsToView(rows: Rows, filter: RowFilter, search = ''): number[] {
  const ids: number[] = []
  const matchesSearch = toRowTest(rows, search)
  const add = (matches: (id: number) => boolean) => {
    for (let id = 0; id < rows.count; id += 1) if (matches(id) && matchesSearch(id)) ids.push(id)
  }
  const isPresent = (id: number) => !rows.isRemoved(id)
  const hasFinding = (id: number) => rows.findingsOf(id).length > 0
  switch (filter.show) {
    case 'all':
      add(isPresent)
      break
    case 'errorsFirst':
      add((id) => isPresent(id) && rows.isFaulty(id))
      add((id) => isPresent(id) && !rows.isFaulty(id) && hasFinding(id))
      add((id) => isPresent(id) && !hasFinding(id))
      break
    case 'errors':
      add((id) => isPresent(id) && rows.isFaulty(id))
      break
    case 'edited':
      add((id) => isPresent(id) && rows.editOf(id) !== undefined)
      break
    case 'removed':
      add((id) => rows.isRemoved(id))
      break
    case 'reason':
      add((id) => isPresent(id) && rows.findingsOf(id).some((finding) => matchesFinding(finding, filter)))
  }
  return ids
}

/** The position of the next row with errors after the position `after`, wrapping around; -1 if there is none. */
export function nextFaulty(rows: Rows, view: ArrayLike<number>, after: number, step: 1 | -1 = 1): number {
  for (let n = 1; n <= view.length; n += 1) {
    // Two lengths are added because the remainder of a negative number is negative: `after` can be -1, and so can `step`.
    const position = (after + n * step + 2 * view.length) % view.length
    const id = view[position]
    if (id !== undefined && !rows.isRemoved(id) && rows.isFaulty(id)) return position
  }
  return -1
}

/**
 * Returns a function that tests whether a row has the text as its number, or contains it. Ignores case, and the grouping
 * of digits in card numbers.
 */
function toRowTest(rows: Rows, search: string): (id: number) => boolean {
  const query = search.trim().toLowerCase()
  if (query === '') return () => true
  const digits = normaliseIdentifier(query)
  const { activeFields: fields, toDisplayedValues } = rows.rowType()
  return (id) => {
    const { rowNumber, values } = rows.row(id)
    if (String(rowNumber) === query) return true
    const displayed = toDisplayedValues(values)
    if (rows.extraCells(id).some((text) => text.toLowerCase().includes(query))) return true
    return fields.some((field) => {
      const text = (displayed[field.name] ?? '').toLowerCase()
      return field.value === 'identifier' ? normaliseIdentifier(text).includes(digits) : text.includes(query)
    })
  }
}
