// The layout of the rows table: whether it scrolls sideways, and the keys of its extra columns.
import type { RowType } from '#domain/rows/row-type.ts'

/**
 * True if rows of this type have so many fields that the table scrolls sideways on every screen.
 */
export const isWide = (rowType: RowType): boolean => rowType.activeFields.length > 3

/** The table key of an extra column, by its index among the extra columns. */
export const extraColumnKey = (index: number): string => `own ${index}`

/** The index of an extra column; undefined for any other key. */
export function keyToExtraColumn(key: string): number | undefined {
  const index = /^own ([0-9]+)$/.exec(key)?.[1]
  return index === undefined ? undefined : Number(index)
}
