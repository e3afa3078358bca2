// How the fields of a row are laid out: side by side, stacked on a narrow screen, or scrolling sideways.
import type { RowKind } from '#domain/rows/kind.ts'

/** With this many fields rows scroll sideways on every screen; the findings come first then. */
export const isWide = (kind: RowKind): boolean => kind.activeFields.length > 3
