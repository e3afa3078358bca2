// The editable grid of rows, with an empty last row for new input. A line below the grid shows the full findings of the
// focused row. Only visible rows are rendered, and a row is read when one of its cells is rendered.
import { m } from '#words/messages.js'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import type { RowFilter } from '#rows/view.ts'
import type { Row } from '#rows/rows.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { useDensity } from '#services/device/density.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { GridColumn } from '#ui/grid/GridCell.tsx'
import { HEAD_HEIGHT_PX, type SelectedCells, VirtualTable, type VirtualTableHandle } from '#ui/grid/VirtualTable.tsx'
import { addRow, EMPTY_ROW, copySelectedCells, fillDown, isRow, paste } from './cell-actions.ts'
import { RowFixes } from './RowFixes.tsx'
import { countStackedLines, toColumns } from './row-columns.tsx'
import { isWide } from './row-layout.ts'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'
import { useIsPhoneOrTablet, useIsPhone } from './window-width.ts'
import { emptyText, rowFindingsText } from '#pages/shared/row-editor/words.ts'

/** How the table shows amounts. */
export interface MoneyDisplay {
  /** The currency of all amounts, for the column headings. */
  readonly currency?: string | undefined
  /** True if the server's fee per row has a column. */
  readonly showsFee?: boolean
}

interface RowsTableProps extends MoneyDisplay {
  readonly model: RowsModel
  readonly openRows: OpenRows
  /** Row ids in display order. */
  readonly view: readonly number[]
  /** True if there is an empty last row for new input. */
  readonly hasEmptyRow: boolean
  /** Called with the ids of rows typed or pasted at the end, which stay at the end. */
  readonly onAdded: (ids: readonly number[]) => void
  readonly filter: RowFilter
  /** Rows that are hidden in the sheet of the file. */
  readonly hiddenInSheet: ReadonlySet<number>
  readonly handle: Ref<VirtualTableHandle>
  readonly hasServerChecks: boolean
  /** Indexes of the visible extra columns. */
  readonly shownExtraColumns: readonly number[]
}

export function RowsTable(props: RowsTableProps) {
  const {
    model,
    openRows,
    view,
    hasEmptyRow,
    onAdded,
    filter,
    handle,
    hasServerChecks,
    shownExtraColumns,
    currency,
    hiddenInSheet,
    showsFee = false,
  } = props
  const { isReadOnly } = model
  const { rows } = openRows
  const checkingRows = useObservable(model.checkingRows)
  const isPhone = useIsPhone()
  const [density] = useDensity()
  const isCompact = density === 'compact'
  const isPhoneOrTablet = useIsPhoneOrTablet()
  const normalLines = isPhoneOrTablet ? 3 : 2
  /** The lines of text in a row that is not stacked. */
  const lines = isCompact ? 1 : normalLines
  const ids = useMemo(() => (hasEmptyRow ? [...view, EMPTY_ROW] : view), [view, hasEmptyRow])
  const shownColumnsKey = shownExtraColumns.join()
  const contentVersion = rows.contentVersion()
  const checksVersion = rows.checksVersion()
  // New check results render every cell again. React does so after it has drawn the user's edits.
  const checkOptions = useDeferredValue(
    useMemo(() => ({ checksVersion, hasServerChecks, currency }), [checksVersion, hasServerChecks, currency]),
  )
  const columns = useMemo(
    () => {
      const rowColumns = toColumns(openRows, {
        ...checkOptions,
        isReadOnly,
        isPhone,
        isPhoneOrTablet,
        isCompact,
        lines,
        showsFee,
        checkingRows,
        hiddenInSheet,
        shownExtraColumns,
      })
      return rowColumns.map((column) =>
        withEmptyRow(column, rows.rowType(), (values) => addRow(model, openRows, values, onAdded)),
      )
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `contentVersion`, `checkOptions`: both change with the rows; `shownColumnsKey` changes with `shownExtraColumns`
    [
      model,
      onAdded,
      openRows,
      checkingRows,
      hiddenInSheet,
      isReadOnly,
      isPhone,
      isPhoneOrTablet,
      showsFee,
      isCompact,
      lines,
      shownColumnsKey,
      contentVersion,
      checkOptions,
    ],
  )
  const isStacked = isPhone && !isWide(rows.rowType())
  // The row that the Tab key reaches: the first row until the user moves to another.
  const [activeId, setActiveId] = useState(ids[0])
  // False until the user focuses a cell, and again after a new check, which can move the row. If the focus is in the
  // grid during the check, the row stays chosen.
  const [isActiveChosen, setIsActiveChosen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) setIsActiveChosen(false)
  }, [checksVersion])
  const hasActiveRow = activeId !== undefined && isRow(activeId) && activeId < rows.count
  const hasChosenRow = hasActiveRow && isActiveChosen
  const chosenRow = hasChosenRow ? rows.row(activeId) : undefined
  const isToFix = (id: number) => isRow(id) && rows.isFaulty(id) && !rows.isRemoved(id)
  const stackedHeight = STACKED_HEIGHT_OF_CHECKS + STACKED_HEIGHT_OF_LINE * countStackedLines(rows, shownExtraColumns)
  const rowHeight = isStacked ? stackedHeight : rowHeights[lines]
  // On a phone, the table is as high as the window, or only as high as its rows.
  const rowsHeight = { '--rows-height': `${HEAD_HEIGHT_PX + ids.length * rowHeight}px` } as CSSProperties
  const editHandlers = {
    onDelete: (chosenIds: readonly number[]) => openRows.edits.remove(chosenIds.filter(isRow)),
    onFillDown: (cells: SelectedCells<number>) => fillDown(openRows, cells),
    onPaste: (cells: SelectedCells<number>, clipboard: DataTransfer) =>
      paste({ model, openRows, ids, hasEmptyRow, onAdded }, cells, clipboard),
  }
  return (
    <div ref={frame} style={rowsHeight} onFocus={() => setIsActiveChosen(true)}>
      <VirtualTable
        caption={m.rows_rowsOf({ subject: model.typeInfo.itemName })}
        columns={columns}
        rows={ids}
        rowKey={(id) => id}
        rowTone={(id) => (isToFix(id) ? 'critical' : undefined)}
        onCopy={(cells, clipboard) => copySelectedCells(rows, cells, clipboard)}
        {...(!isReadOnly && editHandlers)}
        canAddRows={hasEmptyRow}
        rowHeight={rowHeight}
        heightClass="h-[max(22.25rem,min(calc(100dvh-14.5rem),var(--rows-height)))] md:h-[max(22.25rem,calc(100dvh-23.5rem))]"
        handle={handle}
        empty={<EmptyState title={emptyText(filter)} />}
        onActiveRow={setActiveId}
      />
      {rows.figures().toFix > 0 && (
        <ChosenRowFindings row={chosenRow} rowType={rows.rowType()}>
          {!isReadOnly && activeId !== undefined && <RowFixes openRows={openRows} id={activeId} />}
        </ChosenRowFindings>
      )}
    </div>
  )
}

/** In px, by the lines of text in a row. */
const rowHeights = { 1: 28, 2: 36, 3: 52 } as const
/** In px, of a line of values in a stacked row. */
const STACKED_HEIGHT_OF_LINE = 20
/** In px, of two lines of check results and the padding in a stacked row. */
const STACKED_HEIGHT_OF_CHECKS = 48

/** All findings of the chosen row with their solutions, since the cell has space only for the first problem. */
function ChosenRowFindings({
  row,
  rowType,
  children,
}: {
  readonly row: Row | undefined
  readonly rowType: RowType
  readonly children: ReactNode
}) {
  const hasFindings = row !== undefined && !row.isRemoved && row.findings.length > 0
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-3 py-2 text-sm">
      {hasFindings ? (
        <>
          <p className="min-w-48 flex-1">
            <span className="font-medium">{m.rows_rowNumberPrefix({ rowNumber: row.rowNumber })}</span>{' '}
            {rowFindingsText(rowType, row)}
          </p>
          {children}
        </>
      ) : (
        <p className="text-muted">{m.rows_chooseRowForProblems()}</p>
      )}
    </div>
  )
}

/** Adapts the column to the empty last row: its cells accept input and show nothing else. */
function withEmptyRow(
  column: GridColumn<number>,
  rowType: RowType,
  add: (values: Readonly<Record<string, string>>) => void,
): GridColumn<number> {
  const { cell, edit } = column
  const isField = rowType.field(column.key) !== undefined
  const cellOfEmptyRow = column.key === 'row' ? <span className="text-muted">{m.rows_newBadge()}</span> : null
  const editOfEmptyRow = isField ? { value: '', onSave: (text: string) => add({ [column.key]: text }) } : undefined
  return {
    ...column,
    cell: (id) => (isRow(id) ? cell(id) : cellOfEmptyRow),
    ...(edit && { edit: (id: number) => (isRow(id) ? edit(id) : editOfEmptyRow) }),
  }
}
