// One row of the VirtualTable. It is drawn anew only where something of it has changed: while rows pass by, those that stay are not.
import { memo } from 'react'
import { cx } from '../cx.ts'
import { type Editing, type GridColumn, GridCell, type Leaving } from './GridCell.tsx'
import type { Position } from './gridKeys.ts'
import type { Tone } from '../tones.tsx'

/** What is done to a cell; the same functions for as long as the table is there. */
export interface CellActs {
  readonly focus: (place: Position) => void
  readonly edit: (place: Position) => void
  /** The mouse is pressed on it; with Shift the block that is chosen ends here. */
  readonly press: (place: Position, extending: boolean) => void
  /** The mouse comes over it, still pressed. */
  readonly over: (place: Position) => void
  /** Editing is over; true where the focus was led on. */
  readonly leave: (place: Position, how: Leaving) => boolean
}

interface GridRowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly columns: readonly GridColumn<Row>[]
  /** In px. */
  readonly height: number
  readonly top: number
  readonly tone: Tone
  /** Where the grid's one tab stop is in this row; -1 where it is in another. */
  readonly activeColumn: number
  /** The first and the last column of the block that is chosen; -1 where it holds nothing of this row. */
  readonly chosenFrom: number
  readonly chosenTo: number
  /** Of the cell with the tab stop. */
  readonly editing: Editing | undefined
  readonly acts: CellActs
}

function AnyRow<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, height, top, tone, activeColumn, chosenFrom, chosenTo, editing, acts } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(rowShape, 'absolute inset-x-0', tints[tone])}
      style={{ gridTemplateColumns: tracksOf(columns), height, top }}
    >
      {columns.map((column, columnIndex) => {
        const place = { row: index, column: columnIndex }
        const isActive = columnIndex === activeColumn
        return (
          <GridCell
            key={column.key}
            row={row}
            column={column}
            index={columnIndex}
            active={isActive}
            chosen={columnIndex >= chosenFrom && columnIndex <= chosenTo}
            editing={isActive ? editing : undefined}
            onFocus={() => acts.focus(place)}
            onEdit={() => acts.edit(place)}
            onPress={(extending) => acts.press(place, extending)}
            onOver={() => !isActive && acts.over(place)}
            onDone={(how) => acts.leave(place, how)}
          />
        )
      })}
    </div>
  )
}
export const GridRow = memo(AnyRow) as typeof AnyRow

export const rowShape = 'grid min-w-max border-b border-line'
export const tracksOf = (columns: readonly { readonly width: string }[]): string =>
  columns.map(({ width }) => width).join(' ')

const tints: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised',
  accent: 'bg-accent-tint',
  waiting: 'bg-raised',
  positive: 'bg-raised',
  warning: 'bg-warning-tint',
  critical: 'bg-critical-tint',
}
