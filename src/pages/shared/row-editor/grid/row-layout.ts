// The layout of the rows table: whether it scrolls sideways, and the keys of its extra columns.
import type { RowType } from '#domain/rows/row-type.ts'

/** With more fields, the table scrolls sideways on every screen. */
const MAX_FIELDS_IN_VIEW = 3

export const isWide = (rowType: RowType): boolean => rowType.activeFields.length > MAX_FIELDS_IN_VIEW

/** The table key of an extra column, by its index among the extra columns. */
export const extraColumnKey = (index: number): string => `own ${index}`

/** The index of an extra column; undefined for any other key. */
export function keyToExtraColumn(key: string): number | undefined {
  const index = /^own ([0-9]+)$/.exec(key)?.[1]
  return index === undefined ? undefined : Number(index)
}
