// An editable grid for thousands of rows that renders only the visible ones. It has one tab stop. Arrows, Home, End,
// PageUp and PageDown move; with Shift they select a block. Enter or F2 edits a cell or focuses the control in it, and
// typing replaces its value. During an edit, Enter and Tab move to the next cell and Esc cancels (APG grid, and the
// habits of spreadsheets).
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
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
import { GridHead, GridRow } from './GridRow.tsx'
import { createRowSlots } from './row-slots.ts'
import type { Tone } from '../tones.tsx'
import { useRowWindow } from './useRowWindow.ts'

export interface VirtualTableHandle {
  /** Scrolls to a cell and focuses it, e.g. the next error. */
  readonly focusCell: (rowIndex: number, columnKey: string) => void
  /** As `focusCell`, and starts editing. */
  readonly editCell: (rowIndex: number, columnKey: string) => void
}

/** The selected cell or block of cells. */
export interface SelectedCells<Row> {
  /** Index of the first row. */
  readonly from: number
  readonly rows: readonly Row[]
  /** Column keys, from left to right. */
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
   * Ctrl+D: copies the value of the first selected row to the other selected rows. With one row selected, copies the
   * value from the row above.
   */
  readonly onFillDown?: (cells: SelectedCells<Row>) => void
  /** True if the user can add rows: the last row is then empty, and filling it adds another empty row. */
  readonly canAddRows?: boolean
  /** Shown if there are no rows. */
  readonly empty: ReactNode
  readonly rowHeight?: number
  /** A class for the height of the visible area, e.g. 'h-[60vh]'. */
  readonly heightClass?: string
  readonly handle?: Ref<VirtualTableHandle>
}

export const HEAD_HEIGHT_PX = 32

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowTone, onDelete, empty, rowHeight = 36, handle, canAddRows = false } = props
  // On a small screen a row takes several lines, but the header only one.
  const headHeight = Math.min(rowHeight, HEAD_HEIGHT_PX)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  /** The position of the tab stop. */
  const [active, setActive] = useState<Position>({ row: 0, column: 0 })
  /** The opposite corner of the selected block. */
  const [anchor, setAnchor] = useState<Position>()
  const [editing, setEditing] = useState<EditStart>()
  /** The column where a series of Tabs started: Enter moves to the cell below it. */
  const tabStartColumn = useRef<number>(undefined)
  /** True while the mouse button is pressed on a cell: moving the mouse extends the block. */
  const isPressed = useRef(false)
  /** The position to focus once its cell is rendered. */
  const positionToFocus = useRef<Position>(undefined)
  const clampToTable = ({ row, column }: Position): Position => ({
    row: Math.min(row, rows.length - 1),
    column: Math.min(column, columns.length - 1),
  })
  // The selection follows its rows when they are sorted, so that no key acts on another row.
  const [previousRows, setPreviousRows] = useState(rows)
  const [movedPosition, setMovedPosition] = useState<Position>()
  if (previousRows !== rows) {
    setPreviousRows(rows)
    const next = followRows(previousRows, rows, rowKey, { active, anchor, canAddRows })
    setActive(next.active)
    setAnchor(next.anchor)
    const hasFocus = document.activeElement?.closest('[role=grid]')?.id === id
    setMovedPosition(next.active !== active && hasFocus ? next.active : undefined)
  }
  const activePosition = clampToTable(active)

  const rowWindow = useRowWindow(scroller, { count: rows.length, rowHeight, headHeight })
  const [rowSlots] = useState(createRowSlots)
  // The row with the tab stop is rendered even if it is scrolled out of view.
  const renderedRows = rowWindow.indexes(activePosition.row).flatMap((index) => {
    const row = rows[index]
    return row === undefined ? [] : [{ index, row }]
  })
  const slots = rowSlots.assign(renderedRows.map(({ row }) => rowKey(row)))
  const elementIdOf = (slot: number | undefined) => `${id}${slot}`

  const block = blockOf(activePosition, anchor ?? activePosition)

  const activate = (next: Position) => {
    positionToFocus.current = next
    tabStartColumn.current = undefined
    setEditing(undefined)
    setActive(next)
    rowWindow.scrollTo(next.row)
  }
  const moveTo = (next: Position) => {
    activate(next)
    setAnchor(undefined)
  }
  /** Moves the end of the selected block. */
  const extendTo = (next: Position) => {
    activate(next)
    setAnchor((before) => before ?? activePosition)
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

  /** Moves the focus after an edit. Returns false if the browser should move it. */
  const endEdit = (position: Position, exit: EditExit): boolean => {
    if (exit === 'away') {
      setEditing(undefined)
      return false
    }
    const next = positionAfterEdit(position, exit)
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
        // A new row may have been added after the last one.
        return { row: position.row + 1, column: tabStartColumn.current ?? position.column }
      case 'up':
        return { row: Math.max(0, position.row - 1), column: position.column }
      case 'left':
      case 'right': {
        const step = exit === 'right' ? 1 : -1
        for (let { row, column } = position; ;) {
          column += step
          if (!columns[column]) {
            row += step
            column = step > 0 ? 0 : columns.length - 1
          }
          // After the last row comes the row that will be added, in which the same cells can be edited.
          const targetRow = rows[row] ?? (canAddRows && row === rows.length ? rows.at(-1) : undefined)
          if (targetRow === undefined) return undefined
          if (columns[column]?.edit?.(targetRow)) return { row, column }
        }
      }
    }
  }

  const onEditEnd = useStableCallback(endEdit)

  // The events of all cells arrive at the grid.
  const onFocus = ({ target }: FocusEvent) => {
    const position = positionOf(target)
    if (!position || isSamePosition(position, activePosition)) return
    setAnchor(undefined)
    setActive(position)
  }
  const onMouseDown = (event: MouseEvent) => {
    const position = positionOf(event.target)
    // A press on a control does not count as a press on its cell.
    isPressed.current = position !== undefined && !isControl(event.target)
    if (!position || !isPressed.current) return
    // Prevents the selection of text. The focus moves to the end of the block.
    if (event.shiftKey) event.preventDefault()
    // Ctrl+C would copy text that is selected elsewhere instead of the cells.
    getSelection()?.removeAllRanges()
    if (event.shiftKey) extendTo(position)
  }
  const onMouseOver = ({ target, buttons }: MouseEvent) => {
    const position = buttons === 1 && isPressed.current ? positionOf(target) : undefined
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
    // The row's new position may be outside the visible area.
    if (movedPosition) positionToFocus.current = movedPosition
  }, [movedPosition])

  useLayoutEffect(() => {
    const target = positionToFocus.current
    if (!target || editing) return
    const { row, column } = clampToTable(target)
    if (row !== activePosition.row || column !== activePosition.column) return
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active="true"]')
    if (!cell) return
    // A row added at the end is rendered a moment later.
    if (target.row === activePosition.row || !canAddRows) positionToFocus.current = undefined
    giveFocus(cell, { preventScroll: true })
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })

  useImperativeHandle(handle, () => {
    const focusCell = (row: number, columnKey: string) => {
      const column = columns.findIndex(({ key }) => key === columnKey)
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
    // Keys in a control inside a cell belong to the control; only Esc returns to the cell.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'gridcell') {
      if (event.key === 'Escape') moveTo(activePosition)
      return
    }
    const row = rows[activePosition.row]
    const column = columns[activePosition.column]
    if (row === undefined || !column) return
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const isRtl = document.dir === 'rtl'
    const next = keyToPosition(event, activePosition, { rows: rows.length, columns: columns.length, pageRows, isRtl })
    const hasCommandKey = event.ctrlKey || event.metaKey
    const changesText = event.key.length === 1 || event.key === 'Backspace'
    const isTyping = changesText && !hasCommandKey && !event.altKey
    if (next && event.shiftKey) extendTo(next)
    else if (next) moveTo(next)
    else if (event.key === 'Delete' && onDelete) onDelete(cellsOf(block).rows)
    else if (hasCommandKey && event.key.toLowerCase() === 'd' && props.onFillDown)
      props.onFillDown(cellsOf(withRowToCopy(block)))
    else if (event.key === 'Escape' && anchor) setAnchor(undefined)
    else if (event.key === 'Enter' || event.key === 'F2') {
      if (column.edit?.(row)) startEdit({ caret: event.key === 'F2' ? 'end' : 'all' })
      else event.target.querySelector<HTMLElement>('button, a, input, select')?.focus()
    } else if (isTyping && column.edit?.(row))
      startEdit({ caret: 'end', text: event.key === 'Backspace' ? '' : event.key })
    else return
    event.preventDefault()
    // A typed letter must not trigger a page shortcut.
    event.stopPropagation()
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
      // Prevents a focused cell from being hidden behind the pinned columns.
      style={{ scrollPaddingInlineStart: columns[0]?.width, scrollPaddingInlineEnd: pinnedWidth(columns) }}
    >
      <GridHead columns={columns} height={headHeight} />
      {rows.length === 0 ? (
        <div role="row">
          <div role="gridcell">{empty}</div>
        </div>
      ) : (
        // Slots are reused, so the order of elements is not the order of rows: aria-owns gives the order.
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

/** A single row is filled from the row above, so the block then begins there. */
const withRowToCopy = (block: Block): Block =>
  block.top === block.bottom ? { ...block, top: Math.max(0, block.top - 1) } : block

/** The least width of the columns pinned at the end; undefined if there are none. */
function pinnedWidth(columns: readonly { readonly width: string; readonly pinnedEnd?: string }[]): string | undefined {
  const widths = columns
    .filter(({ pinnedEnd }) => pinnedEnd !== undefined)
    .map(({ width }) => /^minmax\((.+),1fr\)$/.exec(width)?.[1] ?? width)
  return widths.length === 0 ? undefined : `calc(${widths.join(' + ')})`
}

const sortBySlot = <Row,>(rows: readonly Row[], slots: readonly number[]) =>
  rows.map((row, index) => ({ ...row, slot: slots[index] ?? index })).toSorted((a, b) => a.slot - b.slot)

/** The position of the cell that contains the target of an event. */
function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row) return undefined
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 }
}

const isSamePosition = (a: Position, b: Position): boolean => a.row === b.row && a.column === b.column

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select') !== null

/** A function that calls the latest render's `callback`, and keeps its identity. */
function useStableCallback<Args extends unknown[], Output>(callback: (...args: Args) => Output) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )[0]
}
