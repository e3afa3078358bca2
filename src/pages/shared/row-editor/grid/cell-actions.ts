// Operations on selected cells of the table: copy, paste, fill down, and starting a row in the empty last row.
import { m } from '#words/messages.js'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { checkRow, toValues } from '#domain/rows/row-type.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { placeBlock } from '#rows/blocks.ts'
import type { AnyRows } from '#rows/rows.ts'
import { notify } from '#services/notices.ts'
import type { SelectedCells } from '#ui/grid/VirtualTable.tsx'
import { copyCells, pastedCells } from './copied-cells.ts'
import { keyToExtraColumn } from './row-layout.ts'
import { valueToText } from '#pages/shared/row-editor/words.ts'

/** The id of the empty last row. */
export const EMPTY_ROW = -1
export const isRow = (id: number): boolean => id !== EMPTY_ROW

type Cells = SelectedCells<number>
type OnAdded = (ids: readonly number[]) => void

/** The fields from the first selected column to the right; all fields if no field is selected. */
function fieldsFrom(rows: AnyRows, { columns }: Cells) {
  const { activeFields } = rows.rowType()
  const firstIndex = activeFields.findIndex(({ name }) => columns.includes(name))
  return firstIndex === -1 ? activeFields : activeFields.slice(firstIndex)
}

const fieldsOfSelection = (rows: AnyRows, { columns }: Cells) =>
  rows.rowType().activeFields.filter(({ name }) => columns.includes(name))

/** The selected columns of the file that are not mapped to a field. */
const selectedExtraColumns = ({ columns }: Cells): number[] => columns.flatMap((key) => keyToExtraColumn(key) ?? [])

/** Copies the selected cells to the clipboard, without row numbers, checks and fees. */
export function copySelectedCells(rows: AnyRows, cells: Cells, clipboard: DataTransfer): void {
  const ids = cells.rows.filter(isRow)
  const selectedFields = fieldsOfSelection(rows, cells)
  const extraColumns = selectedExtraColumns(cells)
  const fields = selectedFields.length + extraColumns.length > 0 ? selectedFields : rows.rowType().activeFields
  if (ids.length === 0) return
  const displayedValuesOf = (id: number) => rows.rowType().toDisplayedValues(rows.row(id).values)
  const block = ids.map((id) => [
    ...fields.map(({ name }) => displayedValuesOf(id)[name] ?? ''),
    ...extraColumns.map((index) => rows.extraCells(id)[index] ?? ''),
  ])
  const displayedBlock = block.map((line) =>
    line.map((text, index) =>
      fields[index] && text !== '' ? valueToText(fields[index], text) : maskCardNumbers(text),
    ),
  )
  copyCells(clipboard, block, displayedBlock)
}

/** Copies the values of the first selected row to the other selected rows. */
export function fillDown({ rows, edits }: OpenRows, cells: Cells): void {
  const [sourceId, ...otherIds] = cells.rows.filter(isRow)
  if (sourceId === undefined) return
  const sourceValues = rows.rowType().toDisplayedValues(rows.row(sourceId).values)
  const values = Object.fromEntries(fieldsOfSelection(rows, cells).map(({ name }) => [name, sourceValues[name] ?? '']))
  const targetIds = otherIds.filter((id) => !rows.isRemoved(id))
  edits.writeBlock(
    'filling',
    targetIds.map((id) => ({ id, values })),
    [],
  )
}

interface PasteTarget {
  readonly model: RowsModel
  readonly openRows: OpenRows
  /** Row ids in display order, including the empty last row. */
  readonly ids: readonly number[]
  readonly hasEmptyRow: boolean
  readonly onAdded: OnAdded
}

/** Pastes cells at the first selected cell; cells below the last row become new rows. */
export function paste(
  { model, openRows, ids, hasEmptyRow, onAdded }: PasteTarget,
  cells: Cells,
  clipboard: DataTransfer,
): void {
  const { rows, edits } = openRows
  const block = pastedCells(clipboard)
  if (block.length === 0) return
  if (fieldsOfSelection(rows, cells).length === 0 && selectedExtraColumns(cells).length > 0) {
    notify({ kind: 'error', text: m.rows_ownColumnsAreReadOnly() })
    return
  }
  const placement = placeBlock(rows, block, {
    ids: ids.slice(cells.from).filter(isRow),
    fields: fieldsFrom(rows, cells),
    selectedRowCount: Math.max(1, cells.rows.filter(isRow).length),
    selectedFieldCount: Math.max(1, fieldsOfSelection(rows, cells).length),
    canAddRows: hasEmptyRow,
  })
  if (!placement.ok) return void notify({ kind: 'error', text: placement.refusal })
  const { writes, added } = placement
  const refusal = added.length > 0 ? model.moreRowsRefusal(added.length) : undefined
  if (refusal !== undefined) return void notify({ kind: 'error', text: refusal })
  const firstId = rows.count
  edits.writeBlock('pasting', writes, added)
  onAdded(added.map((_, index) => firstId + index))
}

/** Adds a row with the text typed into the empty last row. */
export function addRow(
  model: RowsModel,
  { rows, edits }: OpenRows,
  texts: Readonly<Record<string, string>>,
  onAdded: OnAdded,
): void {
  if (Object.values(texts).every((text) => text.trim() === '')) return
  const refusal = model.moreRowsRefusal(1)
  if (refusal !== undefined) {
    notify({ kind: 'error', text: refusal })
    return
  }
  const rowType = rows.rowType()
  const values = toValues(
    rowType,
    rowType.fields.map(({ name }) => (texts[name] ?? '').trim()),
  )
  const firstId = rows.count
  edits.append([checkRow(rowType, { rowNumber: 0, values, fieldCount: rowType.activeFields.length })])
  onAdded([firstId])
}
