// Sums the numbers in each column of a file as they are written. The sums are shown in questions about the unit and the
// currency of a column.
import type { AmountUnit } from '#domain/rows/amount-units.ts'
import type { AmountReader } from '#domain/rows/column-amounts.ts'
import type { ColumnAmounts } from '#domain/rows/headings.ts'
import { canBeTotalLine } from '#domain/rows/total-row.ts'
import type { CellMarks } from '#sheets/sheet.ts'

/** The maximum number of columns that are summed. No file has amounts in a later column. */
const MAX_COLUMNS = 64
/** A longer number could not be added exactly. */
const MAX_DIGITS = 15
const PLAIN_DIGITS = '[0-9]+'
/** Commas between groups of three digits. */
const GROUPED_DIGITS = '[0-9]{1,3}(?:,[0-9]{3})+'
const DECIMALS = '[0-9]{0,2}'
const NUMBER = new RegExp(String.raw`^(${PLAIN_DIGITS}|${GROUPED_DIGITS})(?:\.(${DECIMALS}))?$`)

export function createColumnSums() {
  /** The sum of each column in hundredths. */
  const sums = new Float64Array(MAX_COLUMNS)
  /** The unit that the number format of a column's cells shows. */
  const unitOfFormat = new Map<number, AmountUnit>()
  let lines = 0
  return {
    get lines() {
      return lines
    },
    add(cells: readonly string[], marks: CellMarks): void {
      lines += 1
      if (canBeTotalLine(cells)) return
      const cellCount = Math.min(cells.length, MAX_COLUMNS)
      for (let cell = 0; cell < cellCount; cell += 1) {
        const [, whole, fraction = ''] = NUMBER.exec(cells[cell] ?? '') ?? []
        if (whole === undefined || whole.length > MAX_DIGITS) continue
        const hundredths = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'))
        sums[cell] = (sums[cell] ?? 0) + hundredths
      }
      for (const { cell, unit } of marks.displayUnits ?? []) unitOfFormat.set(cell, unit)
    },
    /** The sum, unit and currency of each column. Undefined for a column without a question. */
    columnAmounts: ({ units, currencies }: AmountReader, width: number): (ColumnAmounts | undefined)[] =>
      Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, cell) => {
        const formatUnit = unitOfFormat.get(cell)
        const unit = formatUnit ?? units[cell]
        const currency = currencies[cell]
        if (unit === undefined && currency === undefined) return undefined
        return {
          sum: sums[cell] ?? 0,
          by: formatUnit ? 'format' : 'heading',
          ...(unit && { unit }),
          ...(currency !== undefined && { currency }),
        }
      }),
  }
}
