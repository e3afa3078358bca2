// Reports which rows and columns of a sheet are hidden, and which cells are merged, if this concerns the rows that were
// read.
import { columnLetter } from '#domain/rows/column-map.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { MergedRows } from '#domain/rows/reading.ts'
import type { MergedRange, SheetProperties } from '#sheets/sheet.ts'
import type { FileProperties } from '#workers/sheets-api.ts'
import type { CollectedRows } from './collect-rows.ts'

export function sheetProperties(
  rowType: RowType,
  collected: CollectedRows,
  { hiddenRows, hiddenColumns, merged }: SheetProperties,
): Pick<FileProperties, 'hiddenRows' | 'hiddenColumns' | 'merged' | 'mergedAcross'> {
  const { packedRows, header } = collected
  const rowNumbers = [...packedRows.rowNumbers]
  const width = header?.length ?? rowType.columns?.width ?? rowType.activeFields.length
  const titles = hiddenColumns.filter((cell) => cell < width).map((cell) => header?.[cell] || columnLetter(cell))
  return {
    hiddenRows: rowNumbers.filter((rowNumber) => hiddenRows.has(rowNumber)),
    hiddenColumns: titles,
    merged: merged.length === 0 ? [] : mergedRows(rowType, collected, merged),
    mergedAcross: rowsMergedAcross(rowNumbers, width, merged),
  }
}

/**
 * The rows with a cell that is merged over several columns of the table. Only the first of these columns has its value.
 */
function rowsMergedAcross(rowNumbers: readonly number[], width: number, merged: readonly MergedRange[]): number[] {
  const wideRanges = merged.filter(({ left, right }) => left !== right && left < width)
  if (wideRanges.length === 0) return []
  return rowNumbers.filter((rowNumber) => wideRanges.some(({ top, bottom }) => top <= rowNumber && rowNumber <= bottom))
}

/**
 * The cells that are merged over several rows of one column. Each has a list of the rows below its first row that have
 * no value in this field. A merged cell that begins above the rows, in a heading or a title, has no value that could be
 * repeated.
 */
function mergedRows(rowType: RowType, { packedRows }: CollectedRows, merged: readonly MergedRange[]): MergedRows[] {
  const rowAt = createRowReader(packedRows, (bytes) => new TextDecoder().decode(bytes))
  const indexByRowNumber = new Map(Array.from(packedRows.rowNumbers, (rowNumber, index) => [rowNumber, index]))
  const firstRowNumber = packedRows.rowNumbers[0] ?? 0
  const result: MergedRows[] = []
  for (const { top, bottom, left, right } of merged) {
    const isOverSeveralRows = bottom !== top
    const isInOneColumn = left === right
    if (!isOverSeveralRows || !isInOneColumn) continue
    const topIndex = indexByRowNumber.get(top)
    const topRow = topIndex === undefined ? undefined : rowAt(rowType, topIndex)
    const topValues = topRow && rowType.toDisplayedValues(topRow.values)
    const beginsAboveRows = top < firstRowNumber
    const nameAbove = beginsAboveRows ? fieldOfColumn(rowType, left) : undefined
    const name = topValues ? fieldOfRow(rowType, left, topValues) : nameAbove
    if (name === undefined) continue
    const value = topValues?.[name] ?? ''
    const isEmptyCell = value === '' && !beginsAboveRows
    if (isEmptyCell) continue
    const rows: number[] = []
    const firstIndexBelow = topIndex === undefined ? 0 : topIndex + 1
    for (let index = firstIndexBelow; index < packedRows.count; index += 1) {
      const isBelowCell = (packedRows.rowNumbers[index] ?? 0) > bottom
      if (isBelowCell) break
      const row = rowAt(rowType, index)
      if (row && rowType.toDisplayedValues(row.values)[name] === '') rows.push(row.rowNumber)
    }
    if (rows.length > 0) result.push({ field: name, value, from: top, rows })
  }
  return result
}

/** The field that a column usually has, without looking at a row. */
function fieldOfColumn({ columns, fields, activeFields }: RowType, cell: number): string | undefined {
  const field = columns ? fields[columns.map.indexOf(cell)] : activeFields[cell]
  return field?.name
}

/** The field that a row has in a column. In a row with only two values, the second is the amount. */
function fieldOfRow(rowType: RowType, cell: number, values: Readonly<Record<string, string>>): string | undefined {
  const { columns, fields } = rowType
  if (columns) return fields[columns.map.indexOf(cell)]?.name
  const fieldInPlace = fields[cell]
  if (fieldInPlace && values[fieldInPlace.name] !== '') return fieldInPlace.name
  return fields.filter(({ name }) => values[name] !== '')[cell]?.name
}
