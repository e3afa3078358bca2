// How rows are laid out: whether they scroll sideways, and the keys of the columns that no field uses.
import type { RowKind } from '#domain/rows/kind.ts'

/** With this many fields rows scroll sideways on every screen; the findings come first then. */
export const isWide = (kind: RowKind): boolean => kind.activeFields.length > 3

/** The key of an own column in the table, by its position among the own columns. */
export const ownKey = (at: number): string => `own ${at}`

/** The position of an own column by its key; undefined for another column. */
export function keyToOwn(key: string): number | undefined {
  const at = /^own ([0-9]+)$/.exec(key)?.[1]
  return at === undefined ? undefined : Number(at)
}
