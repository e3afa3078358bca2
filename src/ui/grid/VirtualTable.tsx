// An editable grid for thousands of rows, of which only the visible ones are rendered. It has one tab stop. Its keys
// are those of the APG grid and of spreadsheets:
// - Arrows, Home, End, PageUp and PageDown move. With Shift they select a block.
// - Enter or F2 edits a cell, or focuses the control in it. Typing replaces the value of the cell.
// - During an edit, Enter and Tab save and move to the next cell. Esc cancels the edit.
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../cx.ts'
import { giveFocus } from '../focus.ts'
import type { EditStart, GridColumn, EditExit } from './GridCell.tsx'
import { type Block, blockOf, followRows, keyToPosition, type Position } from './grid-keys.ts'
import { FIRST_ARIA_ROW, GridHead, GridRow } from './GridRow.tsx'
import { createRowSlots } from './row-slots.ts'
import type { Tone } from '../tones.tsx'
import { useRowWindow } from './useRowWindow.ts'

export interface VirtualTableHandle {
  /** Scrolls to a cell and focuses it, e.g. the next error. */
  readonly focusCell: (rowIndex: number, columnKey: string) => void
  /** Does the same as `focusCell`, and starts editing. */
  readonly editCell: (rowIndex: number, columnKey: string) => void
}

/** The selected cell or block of cells. */
export interface SelectedCells<Row> {
  /** The index of the first selected row. */
  readonly from: number
  readonly rows: readonly Row[]
  /** The keys of the selected columns, in the order of the table. */
  readonly columns: readonly string[]
}

interface VirtualTableProps<Row> {
  readonly caption: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly rowTone?: (row: Row) => Tone | undefined
  /** Called when the tab stop moves to another row. */
  readonly onActiveRow?: (row: Row | undefined) => void
  /** Called when Delete is pressed on selected cells, with their rows. */
  readonly onDelete?: (rows: readonly Row[]) => void
  /** Copies the selected cells to the clipboard. */
  readonly onCopy?: (cells: SelectedCells<Row>, clipboard: DataTransfer) => void
  /** Pastes the clipboard into the selected cells. */
  readonly onPaste?: (cells: SelectedCells<Row>, clipboard: DataTransfer) => void
  /**
   * Called for Ctrl+D. Copies the values of the first row of `cells` to the other rows. If only one row is selected,
   * `cells` begins with the row above it.
   */
  readonly onFillDown?: (cells: SelectedCells<Row>) => void
  /** True if the user can add rows. The last row is then always empty, because filling it adds another empty row. */
  readonly canAddRows?: boolean
  /** Shown if there are no rows. */
  readonly empty: ReactNode
  readonly rowHeight?: number
  /** A class for the height of the visible area, e.g. 'h-[60vh]'. */
  readonly heightClass?: string
  readonly handle?: Ref<VirtualTableHandle>
}

export const HEAD_HEIGHT_PX = 32
/** The value of `MouseEvent.buttons` if only the main button is pressed. */
const MAIN_BUTTON = 1

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowTone, onDelete, empty, rowHeight = 36, handle, canAddRows = false } = props
  // On a small screen a row takes several lines, but the header only one.
  const headHeight = Math.min(rowHeight, HEAD_HEIGHT_PX)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  /** The position of the tab stop. It is also one corner of the selected block. */
  const [active, setActive] = useState<Position>({ row: 0, column: 0 })
  /** The opposite corner of the selected block. */
  const [anchor, setAnchor] = useState<Position>()
  /** How the editing of the cell with the tab stop started. Undefined while this cell is not edited. */
  const [editing, setEditing] = useState<EditStart>()
  /** The column where a series of Tabs started. Enter then moves to this column of the next row. */
  const tabStartColumn = useRef<number>(undefined)
  /** True while the mouse button is pressed on a cell. Moving the mouse then extends the block. */
  const isPressed = useRef(false)
  /** The position to focus once its cell is rendered. */
  const positionToFocus = useRef<Position>(undefined)
  const clampToTable = ({ row, column }: Position): Position => ({
    row: Math.min(row, rows.length - 1),
    column: Math.min(column, columns.length - 1),
  })
  // When the rows are sorted, the selection follows its rows. Otherwise the next key would act on another row.
  const [previousRows, setPreviousRows] = useState(rows)
  /** Where the focused row has moved. Undefined if it has not moved, or if the focus is elsewhere. */
  const [movedPosition, setMovedPosition] = useState<Position>()
  if (previousRows !== rows) {
    setPreviousRows(rows)
    const next = followRows(previousRows, rows, rowKey, { active, anchor, canAddRows })
    setActive(next.active)
    setAnchor(next.anchor)
    const hasFocus = document.activeElement?.closest('[role=grid]')?.id === id
    const hasFocusMoved = hasFocus && next.active !== active
    setMovedPosition(hasFocusMoved ? next.active : undefined)
  }
  const activePosition = clampToTable(active)

  const rowWindow = useRowWindow(scroller, { count: rows.length, rowHeight, headHeight })
  const [rowSlots] = useState(createRowSlots)
  // The row with the tab stop is rendered even if it is scrolled out of view.
  const renderedRows: { readonly index: number; readonly row: Row }[] = []
  for (const index of rowWindow.indexes(activePosition.row)) {
    const row = rows[index]
    if (row !== undefined) renderedRows.push({ index, row })
  }
  const slots = rowSlots.assign(renderedRows.map(({ row }) => rowKey(row)))
  const elementIdOf = (slot: number | undefined) => `${id}${slot}`

  const block = blockOf(activePosition, anchor ?? activePosition)

  /** Moves the tab stop and the focus. */
  const activate = (next: Position) => {
    positionToFocus.current = next
    tabStartColumn.current = undefined
    setEditing(undefined)
    setActive(next)
    rowWindow.scrollTo(next.row)
  }
  /** Moves to a cell, so that only this cell is selected. */
  const moveTo = (next: Position) => {
    activate(next)
    setAnchor(undefined)
  }
  /** Moves the end of the selected block. */
  const extendTo = (next: Position) => {
    activate(next)
    setAnchor((current) => current ?? activePosition)
  }
  const startEdit = (start: EditStart) => {
    setAnchor(undefined)
    setEditing(start)
  }
  const cellsOf = ({ top, bottom, left, right }: Block): SelectedCells<Row> => ({
    from: top,
    rows: rows.slice(top, bottom + 1),
    columns: columns.slice(left, right + 1).map(({ key }) => key),
  })

  /** Moves the focus after an edit. Returns false if the browser should move the focus. */
  const endEdit = (position: Position, exit: EditExit): boolean => {
    const next = exit === 'away' ? undefined : positionAfterEdit(position, exit)
    if (!next) {
      setEditing(undefined)
      return false
    }
    const previousTabStart = tabStartColumn.current
    moveTo(next)
    if (exit === 'right') tabStartColumn.current = previousTabStart ?? position.column
    return true
  }
  const positionAfterEdit = (position: Position, exit: Exclude<EditExit, 'away'>): Position | undefined => {
    switch (exit) {
      case 'stay':
        return position
      case 'down':
        // Can be one row after the last row, because the edit can have added a row.
        return { row: position.row + 1, column: tabStartColumn.current ?? position.column }
      case 'up':
        return { row: Math.max(0, position.row - 1), column: position.column }
      case 'left':
        return nextEditablePosition(position, -1)
      case 'right':
        return nextEditablePosition(position, 1)
    }
  }
  /** The nearest cell before or after `position` that can be edited. Searches row by row. */
  const nextEditablePosition = (position: Position, step: 1 | -1): Position | undefined => {
    let { row, column } = position
    for (;;) {
      column += step
      const isOutsideRow = columns[column] === undefined
      if (isOutsideRow) {
        row += step
        column = step > 0 ? 0 : columns.length - 1
      }
      // The edit can be about to add a row at the end. In that row, the same cells can be edited as in the last row.
      const isAddedRow = canAddRows && row === rows.length
      const targetRow = isAddedRow ? rows.at(-1) : rows[row]
      if (targetRow === undefined) return undefined
      if (columns[column]?.edit?.(targetRow)) return { row, column }
    }
  }

  const onEditEnd = useStableCallback(endEdit)

  // The grid handles the events of all cells.
  const onFocus = ({ target }: FocusEvent) => {
    const position = positionOf(target)
    if (!position || isSamePosition(position, activePosition)) return
    setAnchor(undefined)
    setActive(position)
  }
  const onMouseDown = (event: MouseEvent) => {
    // A press on a control does not count as a press on its cell.
    const position = isControl(event.target) ? undefined : positionOf(event.target)
    isPressed.current = position !== undefined
    if (!position) return
    // Otherwise Ctrl+C would copy text that is selected elsewhere instead of the cells.
    getSelection()?.removeAllRanges()
    if (!event.shiftKey) return
    // Otherwise the browser would select the text up to here.
    event.preventDefault()
    extendTo(position)
  }
  const onMouseOver = ({ target, buttons }: MouseEvent) => {
    const isDragging = buttons === MAIN_BUTTON && isPressed.current
    if (!isDragging) return
    const position = positionOf(target)
    if (position && !isSamePosition(position, activePosition)) extendTo(position)
  }
  const onDoubleClick = ({ target }: MouseEvent) => {
    const position = positionOf(target)
    if (!position) return
    const row = rows[position.row]
    if (row === undefined || !columns[position.column]?.edit?.(row)) return
    setActive(position)
    startEdit({ caret: 'all' })
  }

  const { onActiveRow } = props
  const activeRow = rows[activePosition.row]
  useEffect(() => onActiveRow?.(activeRow), [onActiveRow, activeRow])

  useLayoutEffect(() => {
    // The row can have moved out of the visible area. Focusing its cell scrolls it into view.
    if (movedPosition) positionToFocus.current = movedPosition
  }, [movedPosition])

  // Runs after each render, until the cell to focus is rendered.
  useLayoutEffect(() => {
    const target = positionToFocus.current
    if (!target || editing) return
    // The tab stop has not moved there yet.
    if (!isSamePosition(clampToTable(target), activePosition)) return
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active="true"]')
    if (!cell) return
    // If the target is a row that is about to be added, the last row gets the focus until the new row is rendered.
    const waitsForNewRow = canAddRows && target.row !== activePosition.row
    if (!waitsForNewRow) positionToFocus.current = undefined
    giveFocus(cell, { preventScroll: true })
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })

  useImperativeHandle(handle, () => {
    const focusCell = (row: number, columnKey: string) => {
      const column = columns.findIndex(({ key }) => key === columnKey)
      // -1 for an unknown key, which focuses the first column.
      moveTo({ row, column: Math.max(0, column) })
    }
    return {
      focusCell,
      editCell: (row, columnKey) => {
        focusCell(row, columnKey)
        setEditing({ caret: 'all' })
      },
    }
  })

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event
    const isOnCellItself = target instanceof HTMLElement && target.getAttribute('role') === 'gridcell'
    if (!isOnCellItself) {
      // Keys in a control inside a cell belong to the control. Only Esc returns to the cell.
      if (event.key === 'Escape') moveTo(activePosition)
      return
    }
    const isHandled = handleCellKey(event, target)
    if (!isHandled) return
    event.preventDefault()
    // A typed letter must not trigger a shortcut of the page.
    event.stopPropagation()
  }
  /** Returns true if the key means something on this cell. */
  const handleCellKey = (event: KeyboardEvent, cell: HTMLElement): boolean => {
    const row = rows[activePosition.row]
    const column = columns[activePosition.column]
    if (row === undefined || !column) return false
    const { key } = event
    const hasCommandKey = event.ctrlKey || event.metaKey

    const { clientHeight = 0 } = scroller.current ?? {}
    // PageDown keeps one row of the previous page visible.
    const pageRows = Math.max(1, Math.floor(clientHeight / rowHeight) - 1)
    const isRtl = document.dir === 'rtl'
    const next = keyToPosition(event, activePosition, { rows: rows.length, columns: columns.length, pageRows, isRtl })
    if (next) {
      if (event.shiftKey) extendTo(next)
      else moveTo(next)
      return true
    }
    if (key === 'Delete' && onDelete) {
      onDelete(cellsOf(block).rows)
      return true
    }
    if (hasCommandKey && key.toLowerCase() === 'd' && props.onFillDown) {
      props.onFillDown(cellsOf(withRowToCopy(block)))
      return true
    }
    if (key === 'Escape' && anchor) {
      setAnchor(undefined)
      return true
    }
    if (key === 'Enter' || key === 'F2') {
      if (column.edit?.(row)) startEdit({ caret: key === 'F2' ? 'end' : 'all' })
      else cell.querySelector<HTMLElement>('button, a, input, select')?.focus()
      return true
    }
    const changesText = key.length === 1 || key === 'Backspace'
    const isTyping = changesText && !hasCommandKey && !event.altKey
    if (isTyping && column.edit?.(row)) {
      startEdit({ caret: 'end', text: key === 'Backspace' ? '' : key })
      return true
    }
    return false
  }

  const isOnCell = ({ target }: ClipboardEvent) => target instanceof HTMLElement && target.role === 'gridcell'
  const onCopy = (event: ClipboardEvent) => {
    if (!isOnCell(event) || !props.onCopy) return
    props.onCopy(cellsOf(block), event.clipboardData)
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!isOnCell(event) || !props.onPaste) return
    props.onPaste(cellsOf(block), event.clipboardData)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={scroller}
      id={id}
      role="grid"
      aria-label={caption}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onMouseDown={onMouseDown}
      onMouseOver={onMouseOver}
      onDoubleClick={onDoubleClick}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) positionToFocus.current = undefined
      }}
      onCopy={onCopy}
      onPaste={onPaste}
      className={cx('@container relative overflow-auto text-sm contain-content', props.heightClass ?? 'h-[60vh]')}
      // Without this padding, a focused cell could be hidden behind the pinned columns.
      style={{ scrollPaddingInlineStart: columns[0]?.width, scrollPaddingInlineEnd: pinnedWidth(columns) }}
    >
      <GridHead columns={columns} height={headHeight} />
      {rows.length === 0 ? (
        <div role="row">
          <div role="gridcell">{empty}</div>
        </div>
      ) : (
        // Slots are reused, so the elements are not in the order of the rows. `aria-owns` tells screen readers the
        // order.
        <div
          role="rowgroup"
          aria-owns={slots.map(elementIdOf).join(' ')}
          className="relative min-w-max"
          style={{ height: rowWindow.height }}
        >
          {sortBySlot(renderedRows, slots).map(({ index, row, slot }) => {
            const isSelected = anchor !== undefined && index >= block.top && index <= block.bottom
            return (
              <GridRow
                key={slot}
                id={elementIdOf(slot)}
                row={row}
                index={index}
                columns={columns}
                height={rowHeight}
                top={rowWindow.topOf(index)}
                tone={rowTone?.(row) ?? 'neutral'}
                activeColumn={index === activePosition.row ? activePosition.column : -1}
                selectedFrom={isSelected ? block.left : -1}
                selectedTo={isSelected ? block.right : -1}
                editing={index === activePosition.row ? editing : undefined}
                onEditEnd={onEditEnd}
              />
            )
          })}
        </div>
      )}
    </div>
  )
}

/** A single row is filled from the row above it. The block then begins with the row above. */
const withRowToCopy = (block: Block): Block =>
  block.top === block.bottom ? { ...block, top: Math.max(0, block.top - 1) } : block

/** The sum of the minimum widths of the columns that are pinned at the end. Undefined if there are none. */
function pinnedWidth(columns: readonly { readonly width: string; readonly pinnedEnd?: string }[]): string | undefined {
  const pinnedColumns = columns.filter(({ pinnedEnd }) => pinnedEnd !== undefined)
  if (pinnedColumns.length === 0) return undefined
  return `calc(${pinnedColumns.map(({ width }) => minimumOf(width)).join(' + ')})`
}

/** 'minmax(10rem,1fr)' → '10rem'. A fixed width is returned unchanged. */
const minimumOf = (width: string): string => width.replace(/^minmax\((.+),1fr\)$/, '$1')

/** Adds to each row its slot, and sorts the rows by their slots. `slots`: the slots of the rows, in the same order. */
const sortBySlot = <Row,>(rows: readonly Row[], slots: readonly number[]) =>
  rows.map((row, index) => ({ ...row, slot: slots[index] ?? index })).toSorted((a, b) => a.slot - b.slot)

/** The position of the cell that contains the target of an event. */
function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row) return undefined
  return {
    row: Number(row.getAttribute('aria-rowindex')) - FIRST_ARIA_ROW,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  }
}

const isSamePosition = (a: Position, b: Position): boolean => a.row === b.row && a.column === b.column

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select') !== null

/** Always returns the same function. It calls the `callback` of the latest render. */
function useStableCallback<Args extends unknown[], Output>(callback: (...args: Args) => Output) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args): Output => latest.current(...args), [])
}
