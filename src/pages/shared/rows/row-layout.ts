// The layout of the rows table: whether it scrolls sideways, and the keys of its unmapped columns.
import type { RowKind } from '#domain/rows/kind.ts'

/**
 * True if rows of this type have so many fields that they scroll sideways on every screen; the findings then come
 * first.
 */
export const isWide = (kind: RowKind): boolean => kind.activeFields.length > 3

/** The table key of an unmapped column, by its index among the unmapped columns. */
export const extraColumnKey = (index: number): string => `own ${index}`

/** The index of an unmapped column; undefined for any other key. */
export function keyToExtraColumn(key: string): number | undefined {
  const index = /^own ([0-9]+)$/.exec(key)?.[1]
  return index === undefined ? undefined : Number(index)
}
