// Dates in a column that also has dates as texts: a spreadsheet has turned only some of them into dates, so it has
// probably read day and month in the wrong order there. Such a date becomes a text with both days, which is asked about.
import { looksLikeDate, toSwappable } from '#domain/date-forms.ts'
import { textToDate } from '#domain/calendar.ts'
import { type CheckedRow, checkRow, type RowKind } from '#domain/rows/kind.ts'

/** @param dateCells the cells of each row that contain a date */
export function markSwappedDates(
  kind: RowKind,
  rows: readonly CheckedRow[],
  dateCells: readonly (readonly number[] | undefined)[],
): readonly CheckedRow[] {
  return kind.fields.reduce((marked, field, index) => {
    if (field.value !== 'date' || field.use === 'unwanted') return marked
    const cell = kind.columns?.map[index] ?? index
    const isDate = (at: number) => dateCells[at]?.includes(cell) === true
    const isText = ({ values }: CheckedRow, at: number) => {
      const text = values[field.name] ?? ''
      return !isDate(at) && textToDate(text) === undefined && looksLikeDate(text)
    }
    if (!marked.some(isText)) return marked
    return marked.map((row, at) => {
      if (!isDate(at)) return row
      const values = { ...row.values, [field.name]: toSwappable(row.values[field.name] ?? '') }
      return checkRow(kind, { rowNumber: row.rowNumber, fieldCount: row.fieldCount, values })
    })
  }, rows)
}
