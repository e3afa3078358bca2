// Thousands of rows that can be edited: an ARIA grid of which only the rows in view exist. One tab stop; arrows, Home,
// End, PageUp and PageDown move; Enter or F2 edits or steps into a cell; Esc steps out (APG grid).
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { type Position, moveOf } from './gridKeys.ts'
import { type GridColumn, GridCell } from './GridCell.tsx'
import type { Tone } from './tones.tsx'
import { useRowWindow } from './useRowWindow.ts'

export interface VirtualTableHandle {
  /** Brings a cell into view and puts the focus there, e.g. on the next error. */
  readonly focusCell: (rowIndex: number, columnKey: string) => void
}

interface VirtualTableProps<Row> {
  readonly caption: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly rowTone?: (row: Row) => Tone | undefined
  /** The row that holds the tab stop, each time it is another. */
  readonly onActiveRow?: (row: Row | undefined) => void
  /** Delete pressed on a row. */
  readonly onDelete?: (row: Row) => void
  /** Shown in place of rows. */
  readonly empty: ReactNode
  readonly rowHeight?: number
  /** Height of the window on the rows; a class, e.g. 'h-[60vh]'. */
  readonly heightClass?: string
  readonly handle?: Ref<VirtualTableHandle>
}

const HEAD_HEIGHT_PX = 40

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowTone, onDelete, empty, rowHeight = 36, handle } = props
  // On a small screen a row takes several lines; its headings still take one.
  const headHeight = Math.min(rowHeight, HEAD_HEIGHT_PX)
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Position>({ row: 0, column: 0 })
  const [editing, setEditing] = useState(false)
  const toFocus = useRef(false)
  const at: Position = {
    row: Math.min(active.row, rows.length - 1),
    column: Math.min(active.column, columns.length - 1),
  }

  const view = useRowWindow(scroller, { count: rows.length, rowHeight, headHeight })

  const go = (next: Position) => {
    toFocus.current = true
    setEditing(false)
    setActive(next)
    view.scrollTo(next.row)
  }

  const { onActiveRow } = props
  const activeRow = rows[at.row]
  useEffect(() => onActiveRow?.(activeRow), [onActiveRow, activeRow])

  useEffect(() => {
    if (!toFocus.current || editing) return
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active="true"]')
    if (!cell) return
    toFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })

  useImperativeHandle(handle, () => ({
    focusCell: (row, columnKey) =>
      go({
        row,
        column: Math.max(
          0,
          columns.findIndex(({ key }) => key === columnKey),
        ),
      }),
  }))

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keys of a control inside a cell are its own; only Esc leads back to the cell.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'gridcell') {
      if (event.key === 'Escape') go(at)
      return
    }
    const row = rows[at.row]
    const column = columns[at.column]
    if (!row || !column) return
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const next = moveOf(event, at, { rows: rows.length, columns: columns.length, pageRows })
    if (next) go(next)
    else if (event.key === 'Delete' && onDelete) onDelete(row)
    else if (event.key !== 'Enter' && event.key !== 'F2') return
    else if (column.edit?.(row)) setEditing(true)
    else event.target.querySelector<HTMLElement>('button, a, input, select')?.focus()
    event.preventDefault()
  }

  const template = columns.map((column) => column.width).join(' ')
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={caption}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      onKeyDown={onKeyDown}
      className={cx('relative overflow-auto text-sm', props.heightClass ?? 'h-[60vh]')}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={cx(rowShape, 'sticky top-0 z-10 bg-raised font-medium text-muted')}
        style={{ gridTemplateColumns: template, height: headHeight }}
      >
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={index + 1}
            className={cx(
              'flex items-center bg-raised px-2 text-xs sm:px-3',
              column.numeric && 'justify-end',
              index === 0 && 'sticky left-0',
            )}
          >
            {column.labelHidden ? <span className="sr-only">{column.label}</span> : column.label}
          </div>
        ))}
      </div>
      {rows.length === 0 ? (
        <div role="row">
          <div role="gridcell">{empty}</div>
        </div>
      ) : (
        <div role="rowgroup" className="relative min-w-max" style={{ height: view.height }}>
          {/* The tab stop exists even when it is scrolled out of view. */}
          {view.indexes(at.row).map((index) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div
                key={rowKey(row)}
                role="row"
                aria-rowindex={index + 2}
                className={cx(rowShape, 'absolute inset-x-0', tints[rowTone?.(row) ?? 'neutral'])}
                style={{
                  gridTemplateColumns: template,
                  height: rowHeight,
                  top: view.topOf(index),
                }}
              >
                {columns.map((column, columnIndex) => {
                  const isActive = index === at.row && columnIndex === at.column
                  return (
                    <GridCell
                      key={column.key}
                      row={row}
                      column={column}
                      index={columnIndex}
                      active={isActive}
                      editing={isActive && editing}
                      onFocus={() => setActive({ row: index, column: columnIndex })}
                      onEdit={() => {
                        setActive({ row: index, column: columnIndex })
                        setEditing(true)
                      }}
                      onDone={(back) => (back ? go({ row: index, column: columnIndex }) : setEditing(false))}
                    />
                  )
                })}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}

const rowShape = 'grid min-w-max border-b border-line'

const tints: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised',
  accent: 'bg-accent-tint',
  waiting: 'bg-raised',
  positive: 'bg-raised',
  warning: 'bg-warning-tint',
  critical: 'bg-critical-tint',
}
