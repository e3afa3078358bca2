// Reports hidden rows and merged cells of a sheet, as facts about the rows read from it.
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

/** Rows with a cell that is merged over several columns of the table; only the first column has its value. */
function rowsMergedAcross(rowNumbers: readonly number[], width: number, merged: readonly MergedRange[]): number[] {
  const wideRanges = merged.filter(({ left, right }) => left !== right && left < width)
  if (wideRanges.length === 0) return []
  return rowNumbers.filter((rowNumber) => wideRanges.some(({ top, bottom }) => top <= rowNumber && rowNumber <= bottom))
}

/**
 * Cells that are merged over several rows: for each, the rows that have no value in its field. Merged cells that begin
 * above the rows, in a heading or a title, have no value to repeat.
 */
function mergedRows(rowType: RowType, { packedRows }: CollectedRows, merged: readonly MergedRange[]): MergedRows[] {
  const rowAt = createRowReader(packedRows, (bytes) => new TextDecoder().decode(bytes))
  const indexes = new Map(Array.from(packedRows.rowNumbers, (rowNumber, index) => [rowNumber, index]))
  return merged.flatMap(({ top, bottom, left, right }) => {
    if (bottom === top || left !== right) return []
    const index = indexes.get(top)
    const firstRow = index === undefined ? undefined : rowAt(rowType, index)
    const isAbove = top < (packedRows.rowNumbers[0] ?? 0)
    const displayed = firstRow && rowType.toDisplayedValues(firstRow.values)
    const nameAbove = isAbove ? fieldAt(rowType, left) : undefined
    const name = displayed ? fieldOf(rowType, left, displayed) : nameAbove
    if (name === undefined) return []
    const value = displayed?.[name] ?? ''
    const hasNothingToRepeat = value === '' && !isAbove
    if (hasNothingToRepeat) return []
    const rows: number[] = []
    const firstBelow = index === undefined ? 0 : index + 1
    for (let position = firstBelow; position < packedRows.count; position += 1) {
      if ((packedRows.rowNumbers[position] ?? 0) > bottom) break
      const row = rowAt(rowType, position)
      if (row && rowType.toDisplayedValues(row.values)[name] === '') rows.push(row.rowNumber)
    }
    return rows.length > 0 ? [{ field: name, value, from: top, rows }] : []
  })
}

/** The field that a column is read as, independent of the row. */
const fieldAt = ({ columns, fields, activeFields }: RowType, cell: number): string | undefined =>
  (columns ? fields[columns.map.indexOf(cell)] : activeFields[cell])?.name

/** The field that is read from a column. In a batch with two columns, the second is the amount. */
function fieldOf(rowType: RowType, cell: number, values: Readonly<Record<string, string>>): string | undefined {
  const { columns, fields } = rowType
  if (columns) return fields[columns.map.indexOf(cell)]?.name
  const fieldInPlace = fields[cell]
  if (fieldInPlace && values[fieldInPlace.name] !== '') return fieldInPlace.name
  return fields.filter(({ name }) => values[name] !== '')[cell]?.name
}
