// Column mappings that users share with colleagues: the headings of a file and their fields, never a value. A mapping
// is used for a file with the same headings in any order and spelling.
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { columnProblems, isBlockingProblem } from './column-map.ts'
import type { RowField } from './fields.ts'
import { type ColumnMap, type FileColumns, matchHeading, NO_COLUMN, plainHeading } from './headings.ts'
import type { RowType } from './row-type.ts'

/** Limits for sharing. The mapping of a file with more columns or longer headings is only stored on the device. */
export const MAX_SHARED_HEADING_LENGTH = 100
export const MAX_SHARED_COLUMNS = 64

export interface SharedColumn {
  readonly heading: string
  /** The name of its field; missing if no field is read from it. */
  readonly field?: string | undefined
}

/** The indexes of the columns, sorted by heading. Columns with equal headings stay in their order from left to right. */
export const sortedColumns = (headings: readonly string[]): number[] =>
  headings
    .map((heading, column) => ({ plain: plainHeading(heading), column }))
    .sort((left, right) => {
      if (left.plain === right.plain) return 0
      return left.plain < right.plain ? -1 : 1
    })
    .map(({ column }) => column)

/** A key that is equal for equal headings in any order and spelling. */
export const headingsKey = (headings: readonly string[]): string => JSON.stringify(headings.map(plainHeading).sort())

/** The mapping to share. Undefined if the file exceeds the limits, or if a heading contains a card number. */
export function toSharedColumns(
  rowType: RowType,
  { headings }: FileColumns,
  map: ColumnMap,
): SharedColumn[] | undefined {
  const hasLongHeading = headings.some(({ length }) => length > MAX_SHARED_HEADING_LENGTH)
  if (headings.length > MAX_SHARED_COLUMNS || hasLongHeading || headings.some(containsCardNumber)) return undefined
  return headings.map((heading, column) => {
    const field = fieldOfColumn(rowType, map, column)
    return { heading, ...(field && { field: field.name }) }
  })
}

/** The field that the mapping reads from this column. */
const fieldOfColumn = (rowType: RowType, map: ColumnMap, column: number): RowField | undefined =>
  rowType.fields[map.indexOf(column)]

/** The columns of a file according to a shared mapping. Undefined if the mapping does not fit this row type. */
export function sharedToColumnMap(
  rowType: RowType,
  columns: FileColumns,
  shared: readonly SharedColumn[],
): ColumnMap | undefined {
  const sharedOrder = sortedColumns(shared.map(({ heading }) => heading))
  const fileOrder = sortedColumns(columns.headings)
  const map = rowType.fields.map(({ name }) => {
    const sharedColumn = shared.findIndex(({ field }) => field === name)
    if (sharedColumn === -1) return NO_COLUMN
    // Both have the same headings, so the file's column has the same place among the sorted headings.
    const place = sharedOrder.indexOf(sharedColumn)
    return fileOrder[place] ?? NO_COLUMN
  })
  return columnProblems(rowType, columns, map).some(isBlockingProblem) ? undefined : map
}

/** A column whose heading names one field, although a mapping uses the column for another field or for none. */
export interface ContradictedHeading {
  readonly column: number
  readonly namedField: RowField
  readonly mappedField: RowField | undefined
}

/**
 * The columns that the mapping uses for another field than their headings name. A column that the mapping does not use is
 * included only if the mapping reads the named field from another column.
 */
export function contradictedHeadings(rowType: RowType, columns: FileColumns, map: ColumnMap): ContradictedHeading[] {
  const contradicted: ContradictedHeading[] = []
  for (const [column, heading] of columns.headings.entries()) {
    const isNamed = (field: RowField) => matchHeading(field, heading) !== undefined
    const [namedField, ...otherMatches] = rowType.activeFields.filter(isNamed)
    if (!namedField || otherMatches.length > 0) continue
    const mappedField = fieldOfColumn(rowType, map, column)
    if (mappedField === namedField) continue
    const isNamedFieldMapped = map[rowType.fields.indexOf(namedField)] !== NO_COLUMN
    if (mappedField !== undefined || isNamedFieldMapped) contradicted.push({ column, namedField, mappedField })
  }
  return contradicted
}
