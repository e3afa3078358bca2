// One cell of the VirtualTable: shows its value and edits it in place.
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'

export interface GridColumn<Row> {
  readonly key: string
  readonly label: string
  readonly labelHidden?: boolean
  /** A CSS grid track: '12rem', 'minmax(10rem, 1fr)'. */
  readonly width: string
  readonly numeric?: boolean
  /** Stays visible beside the first column, `pinnedAt` wide, while the other columns scroll. */
  readonly pinnedAt?: string
  readonly cell: (row: Row) => ReactNode
  /** Returns the text to edit and the function to save it, or undefined if this row's cell cannot be edited. */
  readonly edit?: (row: Row) => { readonly value: string; readonly onSave: (text: string) => void } | undefined
}

/** Clips one line with an ellipsis; scrolls faster than `truncate`. */
export const clipped = 'overflow-clip text-ellipsis whitespace-nowrap'

/** How editing starts: with everything selected or the caret at the end. `text` replaces the current value. */
export interface Editing {
  readonly caret: 'all' | 'end'
  readonly text?: string
}

/** Where the focus moves after editing; 'away' means that it has already left. */
export type Leaving = 'stay' | 'down' | 'up' | 'left' | 'right' | 'away'

interface GridCellProps<Row> {
  readonly row: Row
  readonly column: GridColumn<Row>
  readonly index: number
  /** Background colour of a cell that stays visible above others. */
  readonly tint: string
  /** True for the grid's only tab stop. */
  readonly active: boolean
  /** True for a cell of a selected block. */
  readonly chosen: boolean
  readonly editing: Editing | undefined
  readonly onFocus: () => void
  readonly onEdit: () => void
  /** Mouse button pressed on the cell; with Shift the cell becomes the end of the selected block. */
  readonly onPress: (extending: boolean) => void
  /** Mouse moved onto the cell while the button is pressed. */
  readonly onOver: () => void
  /** Editing has ended; returns true if the grid moved the focus. */
  readonly onDone: (how: Leaving) => boolean
}

export function GridCell<Row>(props: GridCellProps<Row>) {
  const { row, column, index, tint, active, chosen, editing, onFocus, onEdit, onPress, onOver, onDone } = props
  const edit = column.edit?.(row)
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      aria-readonly={edit ? undefined : true}
      // A minus sign stays before its amount, also beside Arabic.
      dir={column.numeric ? 'ltr' : undefined}
      aria-selected={chosen || active}
      data-active={active}
      tabIndex={active && !editing ? 0 : -1}
      style={column.pinnedAt === undefined ? undefined : { insetInlineStart: column.pinnedAt }}
      onFocus={active ? undefined : onFocus}
      onMouseDown={(event) => {
        if (isControl(event.target)) return
        // The focus moves to the end of the block, and no text is selected.
        if (event.shiftKey) event.preventDefault()
        // Ctrl+C would copy text that is selected elsewhere instead of the cells.
        getSelection()?.removeAllRanges()
        onPress(event.shiftKey)
      }}
      onMouseOver={({ buttons }) => buttons === 1 && onOver()}
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
        // Not `bg-inherit`: the browser would restyle every cell whenever its row moves.
        (index === 0 || column.pinnedAt !== undefined) && `sticky inset-s-0 z-5 ${tint}`,
        chosen && 'bg-[color-mix(in_oklab,var(--accent)_16%,var(--raised))]!',
      )}
    >
      {editing && edit ? (
        <CellInput label={column.label} value={edit.value} how={editing} onSave={edit.onSave} onDone={onDone} />
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
  readonly how: Editing
  readonly onSave: (text: string) => void
  readonly onDone: (how: Leaving) => boolean
}

// Enter, Tab and blur save; Esc discards.
function CellInput({ label, value, how, onSave, onDone }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  const [begin] = useState(how)
  useLayoutEffect(() => {
    const { current } = input
    if (begin.caret === 'all') current?.select()
    else {
      current?.focus()
      current?.setSelectionRange(current.value.length, current.value.length)
    }
  }, [begin])
  const end = (save: boolean, next: Leaving): boolean => {
    if (over.current) return false
    over.current = true
    const text = input.current?.value ?? value
    if (save && text !== value) onSave(text)
    return onDone(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.nativeEvent.isComposing ? undefined : leavingOf(event)
    if (!next) return
    event.stopPropagation()
    // If there is no next cell, Tab keeps its default behaviour.
    if (end(event.key !== 'Escape', next) || event.key !== 'Tab') event.preventDefault()
  }
  return (
    <input
      ref={input}
      dir="auto"
      aria-label={label}
      defaultValue={begin.text ?? value}
      onKeyDown={onKeyDown}
      onBlur={() => end(true, 'away')}
      className="-mx-2 h-7 max-h-full w-full rounded-sm border border-accent bg-raised px-1.5 text-text focus-visible:outline-offset-0"
    />
  )
}

function leavingOf({ key, shiftKey }: KeyboardEvent): Leaving | undefined {
  if (key === 'Escape') return 'stay'
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  return key === 'Tab' ? (shiftKey ? 'left' : 'right') : undefined
}
