// Recognises the line with totals below a table, which is not a row.
import { TOTAL } from '#domain/files/words.ts'
import { textToCents } from '#domain/money.ts'
import { hasError } from './findings.ts'
import type { CheckedRow, RowType } from './row-type.ts'

/**
 * True for a line with the total of the rows above. Such a line begins with a word for 'total' and has fewer values than
 * the rows, or contains only the sum of their amounts. If the type has cards, a row without errors is never a total.
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
  if (TOTAL.test(firstText)) {
    const rowWidth = hasCards ? MIN_WIDTH_WITH_CARDS : minRowWidth(rowsAbove)
    return texts.length < rowWidth
  }
  const canBeLoneSum = texts.length === 1 && rowsAbove.length > 1
  if (!canBeLoneSum) return false
  const sumAbove = rowsAbove.reduce((total, { cents }) => total + (cents[0] ?? 0), 0)
  return textToCents(firstText) === sumAbove
}

/** A line with at least this many values is more likely a row with a faulty card than a total. */
const MIN_WIDTH_WITH_CARDS = 4

const DIGIT_AT_START = /^[0-9]/

/** True for a line with a single value, or with a word for 'total' at the beginning. */
export function canBeTotalLine(cells: readonly string[]): boolean {
  const firstColumn = cells.findIndex((cell) => cell !== '')
  const lastColumn = cells.findLastIndex((cell) => cell !== '')
  const hasSeveralValues = lastColumn > firstColumn
  if (!hasSeveralValues) return true
  const firstText = cells[firstColumn] ?? ''
  // The cheap test for a digit comes first, since nearly all lines begin with a number.
  return !DIGIT_AT_START.test(firstText) && TOTAL.test(firstText)
}

/** The minimum number of values in a row of the table: 60 % of the values in the first row, and at least 2. */
function minRowWidth([first]: readonly CheckedRow[]): number {
  const valueCount = Object.values(first?.values ?? {}).filter(Boolean).length
  return Math.max(2, Math.ceil(valueCount * 0.6))
}
