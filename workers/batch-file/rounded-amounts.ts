// Collects amounts whose number format shows fewer decimals than they have: the user sees 10 and would load 10.25.
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import { type Cents, cents, textToCents } from '#domain/money.ts'
import type { CellMarks, RoundedAmount } from '#sheets/sheet.ts'

export interface RoundedAmounts {
  readonly count: number
  /** One of the amounts. */
  readonly example: RoundedAmount
  /** The sum of all exact amounts minus the sum of the shown ones. */
  readonly difference: Cents
}

export function createRoundedAmounts({ fields }: Pick<RowType, 'fields'>) {
  const moneyNames = fields.filter(({ value, use }) => value === 'money' && use !== 'unused').map(({ name }) => name)
  const amounts = new Map<number, RoundedAmount>()
  return {
    add({ rowNumber, values }: Pick<CheckedRow, 'rowNumber' | 'values'>, { rounded = [] }: CellMarks): void {
      const amount = rounded.find(({ exact }) => moneyNames.some((name) => values[name] === exact))
      if (amount) amounts.set(rowNumber, amount)
    },
    remove: (rowNumber: number): void => void amounts.delete(rowNumber),
    /**
     * The amounts without those in lines with totals, which are not rows.
     * @param totals the row numbers of these lines
     */
    without(totals: readonly number[]): RoundedAmounts | undefined {
      const rowAmounts = [...amounts].flatMap(([rowNumber, amount]) => (totals.includes(rowNumber) ? [] : [amount]))
      const [example] = rowAmounts
      if (!example) return undefined
      const difference = rowAmounts.reduce((sum, { exact, shown }) => sum + centsOf(exact) - centsOf(shown), 0)
      return { count: rowAmounts.length, example, difference: cents(difference) }
    },
  }
}

function centsOf(text: string): number {
  const parsed = textToCents(text)
  return typeof parsed === 'number' ? parsed : 0
}
