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

export const blockOf = (corner: Position, opposite: Position): Block => ({
  top: Math.min(corner.row, opposite.row),
  bottom: Math.max(corner.row, opposite.row),
  left: Math.min(corner.column, opposite.column),
  right: Math.max(corner.column, opposite.column),
})

interface Selection {
  /** The tab stop. */
  readonly active: Position
  /** The opposite corner of the selected block. */
  readonly anchor: Position | undefined
  /** True if the last row is empty. Text that is typed there becomes a new row at the same index. */
  readonly canAddRows: boolean
}

/**
 * Updates the selection after rows were added, removed or sorted. The tab stop follows its row. If the row was removed,
 * the tab stop keeps its position. A block stays selected only if its rows are still adjacent and in the same order.
 */
export function followRows<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => string | number,
  { active, anchor, canAddRows }: Selection,
): Pick<Selection, 'active' | 'anchor'> {
  const unchanged = { active, anchor }
  const row = before[active.row]
  const isInNewRow = canAddRows && active.row >= before.length - 1
  if (row === undefined || isInNewRow) return unchanged
  const isAt = (index: number, wanted: Row) => {
    const candidate = after[index]
    return candidate !== undefined && keyOf(candidate) === keyOf(wanted)
  }
  // Most rows stay where they are, so the whole list is searched only if this row has moved.
  const newIndex = isAt(active.row, row) ? active.row : after.findIndex((candidate) => keyOf(candidate) === keyOf(row))
  const isRemoved = newIndex < 0
  if (isRemoved) return { active, anchor: undefined }
  const shift = newIndex - active.row
  const { top, bottom } = blockOf(active, anchor ?? active)
  const blockRows = before.slice(top, bottom + 1)
  const isBlockIntact = blockRows.every((blockRow, index) => isAt(top + shift + index, blockRow))
  if (isBlockIntact && shift === 0) return unchanged
  const movedActive = { ...active, row: newIndex }
  if (!isBlockIntact || !anchor) return { active: movedActive, anchor: undefined }
  return { active: movedActive, anchor: { ...anchor, row: anchor.row + shift } }
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

/** The position to which the key moves. Undefined for a key that does not move in a grid. */
export function keyToPosition(
  key: Key,
  position: Position,
  { rows, columns, pageRows, isRtl = false }: Extent,
): Position | undefined {
  const movesToEdge = key.ctrlKey || key.metaKey
  const toRow = (row: number): Position => ({ ...position, row: Math.max(0, Math.min(rows - 1, row)) })
  const toColumn = (column: number): Position => ({ ...position, column: Math.max(0, Math.min(columns - 1, column)) })
  switch (key.key) {
    case 'ArrowUp':
      return toRow(movesToEdge ? 0 : position.row - 1)
    case 'ArrowDown':
      return toRow(movesToEdge ? rows - 1 : position.row + 1)
    case 'ArrowLeft':
      return toColumn(position.column + (isRtl ? 1 : -1))
    case 'ArrowRight':
      return toColumn(position.column + (isRtl ? -1 : 1))
    case 'PageUp':
      return toRow(position.row - pageRows)
    case 'PageDown':
      return toRow(position.row + pageRows)
    case 'Home':
      return movesToEdge ? { row: 0, column: 0 } : toColumn(0)
    case 'End':
      return movesToEdge ? { row: rows - 1, column: columns - 1 } : toColumn(columns - 1)
    default:
      return undefined
  }
}
