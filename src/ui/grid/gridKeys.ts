// Where a key leads in a grid (APG grid: arrows, Home, End, PageUp, PageDown, Ctrl+Home, Ctrl+End).

export interface Position {
  readonly row: number
  readonly column: number
}

/** Cells from corner to corner, both ends included. */
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

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows that one page moves. */
  readonly pageRows: number
}

/** The next position, or undefined if the key moves nothing in a grid. */
export function moveOf(key: Key, at: Position, { rows, columns, pageRows }: Extent): Position | undefined {
  const all = key.ctrlKey || key.metaKey
  const row = (value: number): Position => ({ row: Math.max(0, Math.min(rows - 1, value)), column: at.column })
  const column = (value: number): Position => ({ row: at.row, column: Math.max(0, Math.min(columns - 1, value)) })
  switch (key.key) {
    case 'ArrowUp':
      return row(all ? 0 : at.row - 1)
    case 'ArrowDown':
      return row(all ? rows - 1 : at.row + 1)
    case 'ArrowLeft':
      return column(at.column - 1)
    case 'ArrowRight':
      return column(at.column + 1)
    case 'PageUp':
      return row(at.row - pageRows)
    case 'PageDown':
      return row(at.row + pageRows)
    case 'Home':
      return all ? { row: 0, column: 0 } : column(0)
    case 'End':
      return all ? { row: rows - 1, column: columns - 1 } : column(columns - 1)
    default:
      return undefined
  }
}
