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

/** The first selected field and the fields after it. All fields if no field is selected. */
function fieldsFrom(rows: AnyRows, { columns }: Cells) {
  const { activeFields } = rows.rowType()
  const firstIndex = activeFields.findIndex(({ name }) => columns.includes(name))
  return firstIndex === -1 ? activeFields : activeFields.slice(firstIndex)
}

const fieldsOfSelection = (rows: AnyRows, { columns }: Cells) =>
  rows.rowType().activeFields.filter(({ name }) => columns.includes(name))

/** The selected columns of the file that are not mapped to a field. */
const selectedExtraColumns = ({ columns }: Cells): number[] =>
  columns.map(keyToExtraColumn).filter((index) => index !== undefined)

/** Copies the selected cells to the clipboard, without row numbers, checks and fees. */
export function copySelectedCells(rows: AnyRows, cells: Cells, clipboard: DataTransfer): void {
  const ids = cells.rows.filter(isRow)
  if (ids.length === 0) return
  const selectedFields = fieldsOfSelection(rows, cells)
  const extraColumns = selectedExtraColumns(cells)
  const hasValues = selectedFields.length > 0 || extraColumns.length > 0
  // If only other columns are selected, such as the row number, all fields are copied.
  const fields = hasValues ? selectedFields : rows.rowType().activeFields
  const displayedValuesOf = (id: number) => rows.rowType().toDisplayedValues(rows.row(id).values)
  // The fields come first in each line, then the extra columns.
  const copiedCells = ids.map((id) => [
    ...fields.map(({ name }) => displayedValuesOf(id)[name] ?? ''),
    ...extraColumns.map((index) => rows.extraCells(id)[index] ?? ''),
  ])
  const toShownText = (text: string, index: number) => {
    const field = fields[index]
    const isFieldValue = field !== undefined && text !== ''
    return isFieldValue ? valueToText(field, text) : maskCardNumbers(text)
  }
  const displayedCells = copiedCells.map((line) => line.map(toShownText))
  copyCells(clipboard, { copiedCells, displayedCells })
}

/** Copies the values of the first selected row to the other selected rows. */
export function fillDown({ rows, edits }: OpenRows, cells: Cells): void {
  const [sourceId, ...otherIds] = cells.rows.filter(isRow)
  if (sourceId === undefined) return
  const sourceValues = rows.rowType().toDisplayedValues(rows.row(sourceId).values)
  const values = Object.fromEntries(fieldsOfSelection(rows, cells).map(({ name }) => [name, sourceValues[name] ?? '']))
  const writes = otherIds.filter((id) => !rows.isRemoved(id)).map((id) => ({ id, values }))
  edits.writeBlock('filling', writes, [])
}

interface PasteTarget {
  readonly model: RowsModel
  readonly openRows: OpenRows
  /** Row ids in display order, including the empty last row. */
  readonly ids: readonly number[]
  readonly hasEmptyRow: boolean
  readonly onAdded: OnAdded
}

/** Pastes cells at the first selected cell. Cells below the last row become new rows. */
export function paste(
  { model, openRows, ids, hasEmptyRow, onAdded }: PasteTarget,
  cells: Cells,
  clipboard: DataTransfer,
): void {
  const { rows, edits } = openRows
  const block = pastedCells(clipboard)
  if (block.length === 0) return
  const selectedFields = fieldsOfSelection(rows, cells)
  const hasOnlyExtraColumns = selectedFields.length === 0 && selectedExtraColumns(cells).length > 0
  if (hasOnlyExtraColumns) {
    notify({ kind: 'error', text: m.rows_ownColumnsAreReadOnly() })
    return
  }
  const placement = placeBlock(rows, block, {
    ids: ids.slice(cells.from).filter(isRow),
    fields: fieldsFrom(rows, cells),
    selectedRowCount: Math.max(1, cells.rows.filter(isRow).length),
    selectedFieldCount: Math.max(1, selectedFields.length),
    canAddRows: hasEmptyRow,
  })
  if (!placement.ok) {
    notify({ kind: 'error', text: placement.refusal })
    return
  }
  const { writes, added } = placement
  const refusal = added.length > 0 ? model.moreRowsRefusal(added.length) : undefined
  if (refusal !== undefined) {
    notify({ kind: 'error', text: refusal })
    return
  }
  // New rows have the next ids.
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
  const trimmedTexts = rowType.fields.map(({ name }) => (texts[name] ?? '').trim())
  const values = toValues(rowType, trimmedTexts)
  const newId = rows.count
  // `append` gives the row its number.
  edits.append([checkRow(rowType, { rowNumber: 0, values, fieldCount: rowType.activeFields.length })])
  onAdded([newId])
}
