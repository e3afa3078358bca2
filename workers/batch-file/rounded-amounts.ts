// Collects amounts whose number format shows fewer decimals than they have. The user sees 10, but would load 10.25.
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import { type Cents, cents, textToCents } from '#domain/money.ts'
import type { CellMarks, RoundedAmount } from '#sheets/sheet.ts'

export interface RoundedAmounts {
  readonly count: number
  /** One of the amounts. */
  readonly example: RoundedAmount
  /** The sum of all exact amounts minus the sum of all shown amounts. */
  readonly difference: Cents
}

export function createRoundedAmounts({ fields }: Pick<RowType, 'fields'>) {
  const moneyNames = fields.filter(({ value, use }) => value === 'money' && use !== 'unused').map(({ name }) => name)
  const amountByRowNumber = new Map<number, RoundedAmount>()
  return {
    /** Of the rounded cells of a row, only a cell that is read as an amount counts. */
    add({ rowNumber, values }: Pick<CheckedRow, 'rowNumber' | 'values'>, { rounded = [] }: CellMarks): void {
      const isAmountOfRow = ({ exact }: RoundedAmount) => moneyNames.some((name) => values[name] === exact)
      const amount = rounded.find(isAmountOfRow)
      if (amount) amountByRowNumber.set(rowNumber, amount)
    },
    remove(rowNumber: number): void {
      amountByRowNumber.delete(rowNumber)
    },
    /** Leaves out the amounts of lines with totals, which are not rows. Undefined if no amounts are left. */
    withoutTotals(totalsRowNumbers: readonly number[]): RoundedAmounts | undefined {
      const amounts = [...amountByRowNumber]
        .filter(([rowNumber]) => !totalsRowNumbers.includes(rowNumber))
        .map(([, amount]) => amount)
      const [example] = amounts
      if (!example) return undefined
      const difference = amounts.reduce((sum, { exact, shown }) => sum + centsOf(exact) - centsOf(shown), 0)
      return { count: amounts.length, example, difference: cents(difference) }
    },
  }
}

function centsOf(text: string): number {
  const parsed = textToCents(text)
  return typeof parsed === 'number' ? parsed : 0
}
