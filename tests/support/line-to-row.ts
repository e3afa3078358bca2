import { type CheckedRow, checkRow, type Line, type RowType, toValues, trimFields } from '#domain/rows/row-type.ts'

/** Converts a line to a checked row. Undefined for a line that is not a row: blank, or ignored by the type. */
export function lineToRow<Name extends string>(rowType: RowType<Name>, line: Line): CheckedRow<Name> | undefined {
  const cells = trimFields(line.fields)
  const values = cells.length === 0 ? undefined : rowType.lineToValues(cells)
  if (!values) return undefined
  return checkRow(rowType, { rowNumber: line.rowNumber, values: toValues(rowType, values), fieldCount: cells.length })
}
