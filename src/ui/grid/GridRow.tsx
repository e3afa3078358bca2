// The rows of the VirtualTable and its header row. A row is rendered again only if its data changed, not when it merely
// scrolls.
import { memo } from 'react'
import { cx } from '../cx.ts'
import { type EditStart, type GridColumn, GridCell, type EditExit } from './GridCell.tsx'
import type { Position } from './grid-keys.ts'
import type { Tone } from '../tones.tsx'

/** Handlers of the cells; they keep their identity as long as the table exists. */
export interface CellHandlers {
  readonly focus: (position: Position) => void
  readonly edit: (position: Position) => void
  /** Called when the mouse button is pressed on a cell; with Shift the cell becomes the end of the selected block. */
  readonly press: (position: Position, isExtending: boolean) => void
  /** Called when the mouse moves onto a cell while the button is pressed. */
  readonly dragOver: (position: Position) => void
  /** Called when editing has ended; returns true if the grid moved the focus. */
  readonly endEdit: (position: Position, exit: EditExit) => boolean
}

interface GridRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly columns: readonly GridColumn<Row>[]
  /** In px. */
  readonly height: number
  readonly top: number
  readonly tone: Tone
  /** Column of the grid's tab stop if this row has it, otherwise -1. */
  readonly activeColumn: number
  /** First and last column of the selected block; -1 if this row has no selected cell. */
  readonly selectedFrom: number
  readonly selectedTo: number
  /** How the editing of the cell with the tab stop started. Undefined while it is not edited. */
  readonly editing: EditStart | undefined
  readonly handlers: CellHandlers
}

function UnmemoisedRow<Row>(props: GridRowProps<Row>) {
  const { id, row, index, columns, height, top, tone, activeColumn, selectedFrom, selectedTo, editing, handlers } =
    props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      className={cx(rowClasses, 'absolute inset-x-0 contain-content', tints[tone])}
      style={{ gridTemplateColumns: tracksOf(columns), height, top }}
    >
      {columns.map((column, columnIndex) => {
        const position = { row: index, column: columnIndex }
        const isActive = columnIndex === activeColumn
        return (
          <GridCell
            key={column.key}
            row={row}
            column={column}
            index={columnIndex}
            tint={tints[tone]}
            isActive={isActive}
            isSelected={columnIndex >= selectedFrom && columnIndex <= selectedTo}
            editing={isActive ? editing : undefined}
            onFocus={() => handlers.focus(position)}
            onEdit={() => handlers.edit(position)}
            onPress={(isExtending) => handlers.press(position, isExtending)}
            onDragOver={() => {
              if (!isActive) handlers.dragOver(position)
            }}
            onEditEnd={(exit) => handlers.endEdit(position, exit)}
          />
        )
      })}
    </div>
  )
}
// `memo` would lose the type parameter.
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
      style={{ gridTemplateColumns: tracksOf(columns), height }}
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
const tracksOf = (columns: readonly { readonly width: string }[]): string => columns.map(({ width }) => width).join(' ')

const tints: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised',
  accent: 'bg-accent-tint',
  waiting: 'bg-raised',
  positive: 'bg-raised',
  warning: 'bg-warning-tint',
  critical: 'bg-critical-tint',
}
