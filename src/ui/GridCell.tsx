// One cell of the VirtualTable: shows, says what is wrong with it, and edits in place.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { looks, type Tone } from './tones.tsx'

export interface GridColumn<Row> {
  readonly key: string
  readonly label: string
  readonly labelHidden?: boolean
  /** A CSS grid track: '12rem', 'minmax(10rem, 1fr)'. */
  readonly width: string
  readonly numeric?: boolean
  readonly cell: (row: Row) => ReactNode
  /** The text to edit and what to do with the new one; undefined where this row's cell is not editable. */
  readonly edit?: (row: Row) => { readonly value: string; readonly onSave: (text: string) => void } | undefined
  /** The reason in words, on the cell. */
  readonly finding?: (row: Row) => { readonly tone: Tone; readonly text: string } | undefined
}

interface GridCellProps<Row> {
  readonly row: Row
  readonly column: GridColumn<Row>
  readonly index: number
  /** The grid's one tab stop. */
  readonly active: boolean
  readonly editing: boolean
  readonly onFocus: () => void
  readonly onEdit: () => void
  /** Editing is over; `back` puts the focus on the cell again, unless it has gone elsewhere already. */
  readonly onDone: (back: boolean) => void
}

export function GridCell<Row>(props: GridCellProps<Row>) {
  const { row, column, index, active, editing, onFocus, onEdit, onDone } = props
  const finding = column.finding?.(row)
  const look = finding && looks[finding.tone]
  const edit = column.edit?.(row)
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      aria-readonly={edit ? undefined : true}
      aria-invalid={finding?.tone === 'critical' || undefined}
      data-active={active}
      tabIndex={active && !editing ? 0 : -1}
      title={finding?.text}
      onFocus={active ? undefined : onFocus}
      onDoubleClick={edit && onEdit}
      className={cx(
        // Its content makes no row wider than another.
        'flex min-w-0 items-center gap-1.5 overflow-hidden bg-inherit contain-inline-size px-2 sm:px-3 focus-visible:-outline-offset-2',
        column.numeric && 'figures justify-end',
        index === 0 && 'sticky left-0 z-5',
      )}
    >
      {editing && edit ? (
        <CellInput label={column.label} value={edit.value} onSave={edit.onSave} onDone={onDone} />
      ) : (
        <>
          {column.cell(row)}
          {finding && look && (
            <span className={cx('flex min-w-0 items-center gap-1 text-xs', look.text)}>
              <look.icon aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{finding.text}</span>
            </span>
          )}
        </>
      )}
    </div>
  )
}

interface CellInputProps {
  readonly label: string
  readonly value: string
  readonly onSave: (text: string) => void
  readonly onDone: (back: boolean) => void
}

// Enter and leaving save, Esc drops.
function CellInput({ label, value, onSave, onDone }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  useEffect(() => input.current?.select(), [])
  const end = (save: boolean, back: boolean) => {
    if (over.current) return
    over.current = true
    const text = input.current?.value ?? value
    if (save && text !== value) onSave(text)
    onDone(back)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape' && event.key !== 'Tab') return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
    end(event.key !== 'Escape', event.key !== 'Tab')
  }
  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={value}
      onKeyDown={onKeyDown}
      onBlur={() => end(true, false)}
      className="-mx-2 h-7 w-full rounded-sm border border-accent bg-raised px-1.5 text-text focus-visible:outline-offset-0"
    />
  )
}
