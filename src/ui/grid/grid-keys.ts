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
  after: readonly Row[],
  keyOf: (row: Row) => string | number,
  { active, anchor, canAddRows }: Selection,
): Pick<Selection, 'active' | 'anchor'> {
  const unchanged = { active, anchor }
  const row = before[active.row]
  const isInNewRow = canAddRows && active.row >= before.length - 1
  if (row === undefined || isInNewRow) return unchanged
  const key = keyOf(row)
  const rowAtPosition = after[active.row]
  const newIndex =
    rowAtPosition !== undefined && keyOf(rowAtPosition) === key
      ? active.row
      : after.findIndex((candidate) => keyOf(candidate) === key)
  const step = newIndex - active.row
  const { top, bottom } = blockOf(active, anchor ?? active)
  const isBlockIntact =
    newIndex >= 0 &&
    before.slice(top, bottom + 1).every((blockRow, index) => {
      const movedRow = after[top + step + index]
      return movedRow !== undefined && keyOf(movedRow) === keyOf(blockRow)
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
