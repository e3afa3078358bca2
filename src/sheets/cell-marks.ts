// Collects what the number formats of a row's cells say besides their texts, for both readers of workbooks.
import { isOwnCurrency } from '#domain/rows/amount-units.ts'
import type { CellMarks, RoundedAmount } from './sheet.ts'

export function createMarks() {
  let dates: number[] = []
  let shownIn: { cell: number; unit: 'thousands' | 'millions' }[] = []
  let rounded: RoundedAmount[] = []
  return {
    date: (cell: number): void => void dates.push(cell),
    shownIn: (cell: number, unit: 'thousands' | 'millions'): void => void shownIn.push({ cell, unit }),
    /** Does nothing for an amount that is shown in full. */
    amount: (exact: string, shown: string | undefined): void => {
      if (shown !== undefined) rounded.push({ exact, shown })
    },
    /** The marks of the row that ends; undefined if it has none. */
    take(): CellMarks | undefined {
      if (dates.length + shownIn.length + rounded.length === 0) return undefined
      const marks = { dates, shownIn, rounded }
      dates = []
      shownIn = []
      rounded = []
      return marks
    },
  }
}

/** Whether a format's currency is the programme's own; a dollar without a country is what the programme says. */
export const ownCurrencyOf =
  (currency: readonly string[] = []) =>
  (found: string): boolean =>
    found === 'dollar' || isOwnCurrency(found, { currency })
