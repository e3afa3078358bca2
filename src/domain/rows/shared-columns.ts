// Columns that users share with colleagues: the headings of a file and the fields that they are read as, never a value.
// They are used for a file with the same headings in any order and spelling.
import { holdsCardNumber } from '#domain/cards/identifiers.ts'
import { columnProblems, isBarring } from './column-map.ts'
import { type ColumnMap, type FileColumns, NO_COLUMN, plainHeading } from './headings.ts'
import type { RowKind } from './kind.ts'

/** Limits of what can be shared; a wider file, or one with longer headings, is only remembered on the device. */
export const MAX_SHARED_HEADING = 100
export const MAX_SHARED_WIDTH = 64

export interface SharedColumn {
  readonly heading: string
  /** The name of its field; missing if no field is read from it. */
  readonly field?: string | undefined
}

/** The cells in the order of their headings; equal ones from the left. */
export const sortedCells = (headings: readonly string[]): number[] =>
  headings
    .map((heading, cell) => ({ plain: plainHeading(heading), cell }))
    .sort((one, other) => (one.plain < other.plain ? -1 : one.plain > other.plain ? 1 : one.cell - other.cell))
    .map(({ cell }) => cell)

/** The same for the same headings, in any order and spelling. */
export const headingsKey = (headings: readonly string[]): string => JSON.stringify(headings.map(plainHeading).sort())

/** What is shared of a file's columns; undefined if they are beyond the limits or a heading has a card number. */
export function toSharedColumns(kind: RowKind, { headings }: FileColumns, map: ColumnMap): SharedColumn[] | undefined {
  if (headings.length > MAX_SHARED_WIDTH || headings.some(({ length }) => length > MAX_SHARED_HEADING)) return undefined
  if (headings.some(holdsCardNumber)) return undefined
  return headings.map((heading, cell) => {
    const field = kind.fields[map.indexOf(cell)]?.name
    return { heading, ...(field !== undefined && { field }) }
  })
}

/** How shared columns read a file with the same headings; undefined if they do not fit this row type. */
export function fromSharedColumns(
  kind: RowKind,
  columns: FileColumns,
  shared: readonly SharedColumn[],
): ColumnMap | undefined {
  const theirs = sortedCells(shared.map(({ heading }) => heading))
  const ours = sortedCells(columns.headings)
  const map = kind.fields.map(({ name }) => {
    const cell = shared.findIndex(({ field }) => field === name)
    return cell === -1 ? NO_COLUMN : (ours[theirs.indexOf(cell)] ?? NO_COLUMN)
  })
  return columnProblems(kind, columns, map).some(isBarring) ? undefined : map
}
