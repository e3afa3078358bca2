// Key movement in a grid (APG grid: arrows, Home, End, PageUp, PageDown, Ctrl+Home, Ctrl+End).

export interface Position {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, both ends included. */
export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const blockOf = (one: Position, other: Position): Block => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})

/** The tab stop, and the opposite corner of the selected block. */
interface Selection {
  readonly active: Position
  readonly anchor: Position | undefined
  /** True if the last row is empty, and text typed there becomes a new row at that index. */
  readonly canAddRows: boolean
}

/**
 * Updates the selection after rows were added, removed or sorted. A block stays selected only if its rows are still
 * adjacent. The tab stop follows its row, or keeps its position if the row was removed.
 */
export function followRows<Row>(
  before: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => string | number,
  { active, anchor, canAddRows }: Selection,
): Pick<Selection, 'active' | 'anchor'> {
  const unchanged = { active, anchor }
  const row = before[active.row]
  if (row === undefined || (canAddRows && active.row >= before.length - 1)) return unchanged
  const key = keyOf(row)
  const rowAtPosition = now[active.row]
  const newIndex =
    rowAtPosition !== undefined && keyOf(rowAtPosition) === key
      ? active.row
      : now.findIndex((each) => keyOf(each) === key)
  const step = newIndex - active.row
  const { top, bottom } = blockOf(active, anchor ?? active)
  const isBlockIntact =
    newIndex >= 0 &&
    before.slice(top, bottom + 1).every((each, index) => {
      const moved = now[top + step + index]
      return moved !== undefined && keyOf(moved) === keyOf(each)
    })
  if (isBlockIntact && step === 0) return unchanged
  return {
    active: newIndex < 0 ? active : { ...active, row: newIndex },
    anchor: isBlockIntact && anchor ? { ...anchor, row: anchor.row + step } : undefined,
  }
}

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows per PageUp or PageDown. */
  readonly pageRows: number
  /** True if the first column is on the right. */
  readonly isRtl?: boolean
}

/** The next position, or undefined if the key does not move in a grid. */
export function keyToPosition(
  key: Key,
  at: Position,
  { rows, columns, pageRows, isRtl = false }: Extent,
): Position | undefined {
  const toEdge = key.ctrlKey || key.metaKey
  const row = (value: number): Position => ({ row: Math.max(0, Math.min(rows - 1, value)), column: at.column })
  const column = (value: number): Position => ({ row: at.row, column: Math.max(0, Math.min(columns - 1, value)) })
  switch (key.key) {
    case 'ArrowUp':
      return row(toEdge ? 0 : at.row - 1)
    case 'ArrowDown':
      return row(toEdge ? rows - 1 : at.row + 1)
    case 'ArrowLeft':
      return column(at.column + (isRtl ? 1 : -1))
    case 'ArrowRight':
      return column(at.column + (isRtl ? -1 : 1))
    case 'PageUp':
      return row(at.row - pageRows)
    case 'PageDown':
      return row(at.row + pageRows)
    case 'Home':
      return toEdge ? { row: 0, column: 0 } : column(0)
    case 'End':
      return toEdge ? { row: rows - 1, column: columns - 1 } : column(columns - 1)
    default:
      return undefined
  }
}
