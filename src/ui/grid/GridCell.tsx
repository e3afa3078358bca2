// The columns of the VirtualTable, and the input that edits a cell in place.
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export interface GridColumn<Row> {
  readonly key: string
  readonly label: string
  readonly labelHidden?: boolean
  /** A CSS grid track: '12rem', 'minmax(10rem,1fr)'. In it, 100cqw is the width of the table's visible area. */
  readonly width: string
  readonly numeric?: boolean
  /** Only for a column that stays visible when the table scrolls: its distance from the end of the visible area. */
  readonly pinnedEnd?: string
  /**
   * True if the column is a second line of each row, below the other columns. The line starts below the second column
   * and has no visible heading. Only for the last column of the table.
   */
  readonly isBelow?: boolean
  readonly cell: (row: Row) => ReactNode
  /** Returns the text to edit and the function to save it. Undefined if this row's cell cannot be edited. */
  readonly edit?: (row: Row) => { readonly value: string; readonly onSave: (text: string) => void } | undefined
}

/** Classes that clip a line with an ellipsis. Rows with these classes scroll faster than rows with `truncate`. */
export const clippedText = 'overflow-clip text-ellipsis whitespace-nowrap'

/** How editing starts. */
export interface EditStart {
  /** 'all': all text is selected. 'end': the caret is at the end. */
  readonly caret: 'all' | 'end'
  /** Replaces the current value. */
  readonly text?: string
}

/** Where the focus moves after editing. 'stay': it stays on the cell. 'away': it has already left the cell. */
export type EditExit = 'stay' | 'down' | 'up' | 'left' | 'right' | 'away'

interface CellInputProps {
  readonly label: string
  readonly value: string
  readonly start: EditStart
  readonly onSave: (text: string) => void
  /** Returns true if the grid has moved the focus. */
  readonly onEditEnd: (exit: EditExit) => boolean
}

// Enter, Tab and blur save the text. Esc discards the text.
export function CellInput({ label, value, start: initialStart, onSave, onEditEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  const [start] = useState(initialStart)
  useLayoutEffect(() => {
    const { current: element } = input
    if (!element) return
    if (start.caret === 'all') {
      element.select()
      return
    }
    element.focus()
    const end = element.value.length
    element.setSelectionRange(end, end)
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
    // If there is no next cell to edit, Tab moves the focus out of the table.
    const leavesTable = event.key === 'Tab' && !isMoved
    if (!leavesTable) event.preventDefault()
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
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return undefined
}
