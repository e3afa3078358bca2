// Finds dates in which a spreadsheet has probably swapped day and month. If a column contains dates and also texts that
// look like dates, the spreadsheet was able to convert only some of the dates, and may have converted them wrongly.
// Such a date becomes a text with both possible days, and the user is asked.
import { looksLikeDate, swappableDateToText } from '#domain/files/date-forms.ts'
import { textToDate } from '#domain/calendar.ts'
import { type CheckedRow, checkRow, type RowType } from '#domain/rows/row-type.ts'

/** @param dateCells for each row, the indexes of its cells with a date */
export function markSwappedDates(
  rowType: RowType,
  rows: readonly CheckedRow[],
  dateCells: readonly (readonly number[] | undefined)[],
): readonly CheckedRow[] {
  let markedRows = rows
  for (const [index, field] of rowType.fields.entries()) {
    if (field.value !== 'date' || field.use === 'unused') continue
    const cell = rowType.columns?.map[index] ?? index
    const isDate = (rowIndex: number) => dateCells[rowIndex]?.includes(cell) === true
    const isTextLikeDate = ({ values }: CheckedRow, rowIndex: number) => {
      const text = values[field.name] ?? ''
      const isReadable = textToDate(text) !== undefined
      return !isDate(rowIndex) && !isReadable && looksLikeDate(text)
    }
    if (!markedRows.some(isTextLikeDate)) continue
    markedRows = markedRows.map((row, rowIndex) => {
      if (!isDate(rowIndex)) return row
      const values = { ...row.values, [field.name]: swappableDateToText(row.values[field.name] ?? '') }
      return checkRow(rowType, { rowNumber: row.rowNumber, fieldCount: row.fieldCount, values })
    })
  }
  return markedRows
}
