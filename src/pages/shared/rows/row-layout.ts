// The layout of rows: whether they scroll sideways, and the keys of unmapped (“own”) columns.
import type { RowKind } from '#domain/rows/kind.ts'

/** With this many fields, rows scroll sideways on every screen, and findings come first. */
export const isWide = (kind: RowKind): boolean => kind.activeFields.length > 3

/** The table key of an unmapped column, by its index among the unmapped columns. */
export const extraColumnKey = (at: number): string => `own ${at}`

/** The index of an unmapped column; undefined for any other key. */
export function keyToExtraColumn(key: string): number | undefined {
  const at = /^own ([0-9]+)$/.exec(key)?.[1]
  return at === undefined ? undefined : Number(at)
}
