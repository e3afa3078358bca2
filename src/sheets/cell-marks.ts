// Collects which cells of a row have number formats that matter to the reader: dates, amounts in thousands, and rounded
// amounts. Both workbook readers use it.
import { isProgrammeCurrency } from '#domain/rows/amount-units.ts'
import type { CellMarks, RoundedAmount } from './sheet.ts'

export function createMarks() {
  let dates: number[] = []
  let displayUnits: { cell: number; unit: 'thousands' | 'millions' }[] = []
  let rounded: RoundedAmount[] = []
  return {
    addDate: (cell: number): void => void dates.push(cell),
    addDisplayUnit: (cell: number, unit: 'thousands' | 'millions'): void => void displayUnits.push({ cell, unit }),
    /** Does nothing for an amount that is shown in full. */
    addAmount: (exact: string, shown: string | undefined): void => {
      if (shown !== undefined) rounded.push({ exact, shown })
    },
    /** Returns the marks of the current row, undefined if it has none, and begins the next row. */
    takeRowMarks(): CellMarks | undefined {
      if (dates.length + displayUnits.length + rounded.length === 0) return undefined
      const marks = { dates, displayUnits, rounded }
      dates = []
      displayUnits = []
      rounded = []
      return marks
    },
  }
}

/**
 * Returns a function that tests whether a format's currency is the programme's. A dollar sign without a country always
 * counts as the programme's currency.
 */
export const createCurrencyTest =
  (currency: readonly string[] = []) =>
  (formatCurrency: string): boolean =>
    formatCurrency === 'dollar' || isProgrammeCurrency(formatCurrency, { currency })
