// One cell of the VirtualTable: shows its value and edits it in place.
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'

export interface GridColumn<Row> {
  readonly key: string
  readonly label: string
  readonly labelHidden?: boolean
  /** A CSS grid track: '12rem', 'minmax(10rem,1fr)'; 100cqw is the width of the table's visible area. */
  readonly width: string
  readonly numeric?: boolean
  /** For a column that stays visible at the end when the table scrolls: its distance from the table's end edge. */
  readonly pinnedEnd?: string
  readonly cell: (row: Row) => ReactNode
  /** Returns the text to edit and the function to save it, or undefined if this row's cell cannot be edited. */
  readonly edit?: (row: Row) => { readonly value: string; readonly onSave: (text: string) => void } | undefined
}

/** Classes that clip a line with an ellipsis. Rows with them scroll faster than rows with `truncate`. */
export const clippedText = 'overflow-clip text-ellipsis whitespace-nowrap'

/** How editing starts: with everything selected or the caret at the end. `text` replaces the current value. */
export interface EditStart {
  readonly caret: 'all' | 'end'
  readonly text?: string
}

/** Where the focus moves after editing; 'away' means that it has already left. */
export type EditExit = 'stay' | 'down' | 'up' | 'left' | 'right' | 'away'

interface GridCellProps<Row> {
  readonly row: Row
  readonly column: GridColumn<Row>
  /** Index of the column. */
  readonly index: number
  /** The background of a pinned cell, which covers the cells that scroll below it. */
  readonly tint: string
  /** True for the grid's only tab stop. */
  readonly isActive: boolean
  /** True if the cell belongs to a selected block. */
  readonly isSelected: boolean
  /** How editing started. Undefined while the cell is not edited. */
  readonly editing: EditStart | undefined
  readonly onFocus: () => void
  readonly onEdit: () => void
  /** Called when the mouse button is pressed on the cell; with Shift the cell becomes the end of the selected block. */
  readonly onPress: (isExtending: boolean) => void
  /** Called when the mouse moves onto the cell while the button is pressed. */
  readonly onDragOver: () => void
  /** Called when editing has ended; returns true if the grid moved the focus. */
  readonly onEditEnd: (exit: EditExit) => boolean
}

export function GridCell<Row>(props: GridCellProps<Row>) {
  const { row, column, index, tint, isActive, isSelected, editing, onFocus, onEdit, onPress, onDragOver, onEditEnd } =
    props
  const edit = column.edit?.(row)
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      aria-readonly={edit ? undefined : true}
      // A minus sign stays before its amount, also beside Arabic.
      dir={column.numeric ? 'ltr' : undefined}
      aria-selected={isSelected || isActive}
      data-active={isActive}
      tabIndex={isActive && !editing ? 0 : -1}
      style={column.pinnedEnd === undefined ? undefined : { insetInlineEnd: column.pinnedEnd }}
      onFocus={isActive ? undefined : onFocus}
      onMouseDown={(event) => {
        if (isControl(event.target)) return
        // Prevents the selection of text. The focus moves to the end of the block.
        if (event.shiftKey) event.preventDefault()
        // Ctrl+C would copy text that is selected elsewhere instead of the cells.
        getSelection()?.removeAllRanges()
        onPress(event.shiftKey)
      }}
      onMouseOver={({ buttons }) => {
        if (buttons === 1) onDragOver()
      }}
      onDoubleClick={edit && onEdit}
      className={cx(
        // Long content must not widen its row. Uses clip, not hidden, since browsers prepare hidden overflow for
        // scrolling.
        'flex min-w-0 items-center gap-1.5 overflow-clip contain-inline-size px-2 sm:px-3',
        // Shows the outline also after a click, since typing then edits this cell.
        'focus:outline-2 focus:-outline-offset-2 focus:outline-accent',
        column.numeric && 'figures align-figures',
        // A drag selects cells, not their text.
        !editing && 'select-none',
        // With `bg-inherit` the browser would restyle every cell whenever its row moves.
        index === 0 && `sticky inset-s-0 z-5 ${tint}`,
        column.pinnedEnd !== undefined && `sticky z-5 ${tint}`,
        isSelected && 'bg-[color-mix(in_oklab,var(--accent)_16%,var(--raised))]!',
      )}
    >
      {editing && edit ? (
        <CellInput label={column.label} value={edit.value} start={editing} onSave={edit.onSave} onEditEnd={onEditEnd} />
      ) : (
        column.cell(row)
      )}
    </div>
  )
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select') !== null

interface CellInputProps {
  readonly label: string
  readonly value: string
  readonly start: EditStart
  readonly onSave: (text: string) => void
  readonly onEditEnd: (exit: EditExit) => boolean
}

// Enter, Tab and blur save; Esc discards.
function CellInput({ label, value, start: initialStart, onSave, onEditEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  const [start] = useState(initialStart)
  useLayoutEffect(() => {
    const { current } = input
    if (start.caret === 'all') current?.select()
    else {
      current?.focus()
      current?.setSelectionRange(current.value.length, current.value.length)
    }
  }, [start])
  const endEdit = (exit: EditExit, { saves }: { readonly saves: boolean }): boolean => {
    if (hasEnded.current) return false
    hasEnded.current = true
    const text = input.current?.value ?? value
    if (saves && text !== value) onSave(text)
    return onEditEnd(exit)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const exit = event.nativeEvent.isComposing ? undefined : keyToExit(event)
    if (!exit) return
    event.stopPropagation()
    const isMoved = endEdit(exit, { saves: event.key !== 'Escape' })
    // If there is no next cell, Tab keeps its default behaviour.
    if (isMoved || event.key !== 'Tab') event.preventDefault()
  }
  return (
    <input
      ref={input}
      dir="auto"
      aria-label={label}
      defaultValue={start.text ?? value}
      onKeyDown={onKeyDown}
      onBlur={() => endEdit('away', { saves: true })}
      className="-mx-2 h-7 max-h-full w-full rounded-sm border border-accent bg-raised px-1.5 text-text focus-visible:outline-offset-0"
    />
  )
}

function keyToExit({ key, shiftKey }: KeyboardEvent): EditExit | undefined {
  if (key === 'Escape') return 'stay'
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key !== 'Tab') return undefined
  return shiftKey ? 'left' : 'right'
}
