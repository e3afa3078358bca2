// Finds dates in which a spreadsheet has probably swapped day and month: those in a column that also has dates as
// texts, because the spreadsheet was able to convert only some of the dates. Such a date becomes a text with both
// possible days, and the user is asked.
import { looksLikeDate, swappableDateToText } from '#domain/files/date-forms.ts'
import { textToDate } from '#domain/calendar.ts'
import { type CheckedRow, checkRow, type RowType } from '#domain/rows/row-type.ts'

/** @param dateCells the indexes of the cells with a date, for each row */
export function markSwappedDates(
  rowType: RowType,
  rows: readonly CheckedRow[],
  dateCells: readonly (readonly number[] | undefined)[],
): readonly CheckedRow[] {
  return rowType.fields.reduce((markedRows, field, index) => {
    if (field.value !== 'date' || field.use === 'unused') return markedRows
    const cell = rowType.columns?.map[index] ?? index
    const isDate = (rowIndex: number) => dateCells[rowIndex]?.includes(cell) === true
    const isText = ({ values }: CheckedRow, rowIndex: number) => {
      const text = values[field.name] ?? ''
      return !isDate(rowIndex) && textToDate(text) === undefined && looksLikeDate(text)
    }
    if (!markedRows.some(isText)) return markedRows
    return markedRows.map((row, rowIndex) => {
      if (!isDate(rowIndex)) return row
      const values = { ...row.values, [field.name]: swappableDateToText(row.values[field.name] ?? '') }
      return checkRow(rowType, { rowNumber: row.rowNumber, fieldCount: row.fieldCount, values })
    })
  }, rows)
}
