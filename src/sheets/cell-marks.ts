// Collects what the number formats of a row's cells say besides their texts, for both readers of workbooks.
import { isOwnCurrency } from '#domain/rows/amount-units.ts'
import type { CellMarks } from './sheet.ts'

export function createMarks() {
  let dates: number[] = []
  let shownIn: { cell: number; unit: 'thousands' | 'millions' }[] = []
  return {
    date: (cell: number): void => void dates.push(cell),
    shownIn: (cell: number, unit: 'thousands' | 'millions'): void => void shownIn.push({ cell, unit }),
    /** The marks of the row that ends; undefined if it has none. */
    take(): CellMarks | undefined {
      if (dates.length + shownIn.length === 0) return undefined
      const marks = { dates, shownIn }
      dates = []
      shownIn = []
      return marks
    },
  }
}

/** Whether a format's currency is the programme's own; a dollar without a country is what the programme says. */
export const ownCurrencyOf =
  (currency: readonly string[] = []) =>
  (found: string): boolean =>
    found === 'dollar' || isOwnCurrency(found, { currency })
