// Reads the number cells of a row by their formats. Marks the cells whose format changes what the user sees: dates,
// amounts in thousands, and rounded amounts. Both workbook readers use this module, so that they agree.
import { cellToAmount, numberToText, roundedByFormat, serialToText } from './cells.ts'
import type { NumberFormat } from './number-format.ts'
import type { CellMarks, RoundedAmount, WorkbookOptions } from './sheet.ts'

interface NumberReaderOptions extends Pick<WorkbookOptions, 'canBeAmount' | 'currency'> {
  readonly is1904: boolean
}

export function createNumberReader({ is1904, canBeAmount, currency }: NumberReaderOptions) {
  let dateCells: number[] = []
  let displayUnits: { cell: number; unit: 'thousands' | 'millions' }[] = []
  let rounded: RoundedAmount[] = []
  return {
    addDate(column: number): void {
      dateCells.push(column)
    },
    /** The text of a number cell of the current row. */
    toText(value: number, column: number, format: NumberFormat): string {
      if (format.isDate) {
        dateCells.push(column)
        return serialToText(value, { is1904, isMonth: format.isMonth })
      }
      if (!canBeAmount(column)) return numberToText(value, format.toText)
      if (format.displayUnit) displayUnits.push({ cell: column, unit: format.displayUnit })
      const exact = cellToAmount(value, format, { currency })
      const shown = roundedByFormat(value, format)
      if (shown !== undefined) rounded.push({ exact, shown })
      return exact
    },
    /** Returns the marks of the current row, and begins the next row. Undefined if the row has no marks. */
    takeRowMarks(): CellMarks | undefined {
      const hasMarks = dateCells.length > 0 || displayUnits.length > 0 || rounded.length > 0
      if (!hasMarks) return undefined
      const marks = { dates: dateCells, displayUnits, rounded }
      dateCells = []
      displayUnits = []
      rounded = []
      return marks
    },
  }
}
