// The rows of the VirtualTable and its header row. A row is rendered again if its data changes, but not when it
// scrolls.
import { memo } from 'react'
import { cx } from '../cx.ts'
import { CellInput, type EditStart, type GridColumn, type EditExit } from './GridCell.tsx'
import type { Position } from './grid-keys.ts'
import type { Tone } from '../tones.tsx'

interface GridRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly columns: readonly GridColumn<Row>[]
  /** In px. */
  readonly height: number
  readonly top: number
  readonly tone: Tone
  /** The column of the grid's tab stop. -1 if the tab stop is in another row. */
  readonly activeColumn: number
  /** The first column of the selected block. -1 if this row has no selected cell. */
  readonly selectedFrom: number
  /** The last column of the selected block. -1 if this row has no selected cell. */
  readonly selectedTo: number
  /** How the editing of the cell with the tab stop started. Undefined while this cell is not edited. */
  readonly editing: EditStart | undefined
  /**
   * Called when editing has ended. Returns true if the grid has moved the focus. Must always be the same function, or
   * every row would be rendered again.
   */
  readonly onEditEnd: (position: Position, exit: EditExit) => boolean
}

// With thousands of cells, each component and each handler takes noticeable time on a slow machine. The cells are
// therefore elements, not components, and the grid handles their events.
function UnmemoisedRow<Row>(props: GridRowProps<Row>) {
  const { id, row, index, columns, height, top, tone, activeColumn, selectedFrom, selectedTo, editing, onEditEnd } =
    props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + FIRST_ARIA_ROW}
      className={cx(rowClasses, 'absolute inset-x-0 contain-content', tints[tone])}
      style={{ ...tracksOf(columns), height, top }}
    >
      {columns.map((column, columnIndex) => {
        const isActive = columnIndex === activeColumn
        const isSelected = columnIndex >= selectedFrom && columnIndex <= selectedTo
        const editStart = isActive ? editing : undefined
        const isTabStop = isActive && !editStart
        const edit = column.edit?.(row)
        return (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={columnIndex + 1}
            aria-readonly={edit ? undefined : true}
            // A minus sign stays before its amount, also beside Arabic.
            dir={column.numeric ? 'ltr' : undefined}
            aria-selected={isSelected || isActive}
            data-active={isActive}
            tabIndex={isTabStop ? 0 : -1}
            style={column.pinnedEnd === undefined ? undefined : { insetInlineEnd: column.pinnedEnd }}
            className={cx(
              // Long content must not widen its row. Not `overflow-hidden`, because browsers prepare such elements for
              // scrolling.
              'flex min-w-0 gap-1.5 overflow-clip contain-inline-size px-2 sm:px-3',
              // Shows the outline also after a click, because typing then edits this cell.
              'focus:outline-2 focus:-outline-offset-2 focus:outline-accent',
              column.isBelow === true ? 'col-start-2 -col-end-1 items-start' : 'items-center',
              column.numeric && 'figures align-figures',
              // A drag selects cells, not their text.
              !editStart && 'select-none',
              // A pinned cell needs a background, because it covers the cells that scroll below it. With `bg-inherit`,
              // the browser would restyle every cell whenever its row moves.
              columnIndex === 0 && `sticky inset-s-0 z-5 ${tints[tone]}`,
              column.pinnedEnd !== undefined && `sticky z-5 ${tints[tone]}`,
              isSelected && 'bg-[color-mix(in_oklab,var(--accent)_16%,var(--raised))]!',
            )}
          >
            {editStart && edit ? (
              <CellInput
                label={column.label}
                value={edit.value}
                start={editStart}
                onSave={edit.onSave}
                onEditEnd={(exit) => onEditEnd({ row: index, column: columnIndex }, exit)}
              />
            ) : (
              column.cell(row)
            )}
          </div>
        )
      })}
    </div>
  )
}
// The type of what `memo` returns has no type parameter, so it is cast.
export const GridRow = memo(UnmemoisedRow) as typeof UnmemoisedRow

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  /** In px. */
  readonly height: number
}

export function GridHead<Row>({ columns, height }: GridHeadProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={cx(rowClasses, 'sticky top-0 z-10 bg-raised font-medium text-muted')}
      style={{ gridTemplateColumns: tracksOf(columns).gridTemplateColumns, height }}
    >
      {columns.map((column, index) => (
        <div
          key={column.key}
          role="columnheader"
          aria-colindex={index + 1}
          className={cx(
            'flex items-center bg-raised px-2 text-xs sm:px-3',
            column.numeric && 'align-figures',
            index === 0 && 'sticky inset-s-0',
            column.pinnedEnd !== undefined && 'sticky',
            column.isBelow === true && 'sr-only',
          )}
          style={column.pinnedEnd === undefined ? undefined : { insetInlineEnd: column.pinnedEnd }}
        >
          {column.labelHidden ? <span className="sr-only">{column.label}</span> : column.label}
        </div>
      ))}
    </div>
  )
}

const rowClasses = 'grid min-w-max border-b border-line'

/** `aria-rowindex` counts from 1 and includes the header row, so the first row has 2. */
export const FIRST_ARIA_ROW = 2

/** The height of the first line in rows with two lines. */
const FIRST_LINE = '1.75rem'

function tracksOf<Row>(columns: readonly GridColumn<Row>[]) {
  const columnsInLine = columns.filter(({ isBelow }) => isBelow !== true)
  const hasSecondLine = columnsInLine.length < columns.length
  return {
    gridTemplateColumns: columnsInLine.map(({ width }) => width).join(' '),
    gridTemplateRows: hasSecondLine ? `${FIRST_LINE} minmax(0,1fr)` : undefined,
  }
}

const tints: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised',
  accent: 'bg-accent-tint',
  waiting: 'bg-raised',
  positive: 'bg-raised',
  warning: 'bg-warning-tint',
  critical: 'bg-critical-tint',
}
