// Recognises the line with totals below a table, which is not a row.
import { TOTAL } from '#domain/files/words.ts'
import { textToCents } from '#domain/money.ts'
import { hasError } from './findings.ts'
import type { CheckedRow, RowType } from './row-type.ts'

/**
 * True for a line with the total of the rows above: it begins with a word for 'total' and has fewer values than the
 * rows, or it contains only the sum of their amounts. If the type has cards, a row without errors is never a total.
 * @param cells the line's cells in the file
 */
export function isTotalRow(
  rowType: RowType,
  cells: readonly string[],
  row: CheckedRow,
  rowsAbove: readonly CheckedRow[],
): boolean {
  if (rowsAbove.length === 0) return false
  const hasCards = rowType.fields.some(({ value, use }) => value === 'identifier' && use === 'required')
  if (hasCards && !hasError(row.findings)) return false
  const texts = cells.filter((cell) => cell !== '')
  const [firstText = ''] = texts
  if (TOTAL.test(firstText)) return texts.length < (hasCards ? 4 : minRowWidth(rowsAbove))
  if (texts.length !== 1 || rowsAbove.length < 2) return false
  const sum = textToCents(firstText)
  return typeof sum === 'number' && sum === rowsAbove.reduce((total, { cents }) => total + (cents[0] ?? 0), 0)
}

const DIGIT = /^[0-9]/

/** True for a line with a single value, or with a word for 'total' at the beginning. */
export function isTotalLine(cells: readonly string[]): boolean {
  const first = cells.findIndex((cell) => cell !== '')
  const hasSeveralValues = cells.findLastIndex((cell) => cell !== '') > first
  if (!hasSeveralValues) return true
  const text = cells[first] ?? ''
  // The cheap test for a digit comes first, since nearly all lines begin with a number.
  return !DIGIT.test(text) && TOTAL.test(text)
}

/** The minimum number of values in a row of the table: 60 % of those in the first row, and at least 2. */
function minRowWidth([first]: readonly CheckedRow[]): number {
  const valueCount = Object.values(first?.values ?? {}).filter(Boolean).length
  return Math.max(2, Math.ceil(valueCount * 0.6))
}
