// The figures above the rows: number of rows, rows to fix, amount and fee.
import { type Cents, cents } from '#domain/money.ts'

export interface RowTotals {
  readonly rows: number
  readonly valid: number
  readonly toFix: number
  /** Number of rows that are left out of a submission although they have no error. */
  readonly skipped: number
  /** Sum of the valid rows' amounts. */
  readonly amountCents: Cents
  readonly feeCents: Cents
}

export interface RowsFigures extends RowTotals {
  /** Number of valid rows that the server has not checked since their last change. */
  readonly unchecked: number
  /** Number of rows without errors on this device, which the server can check. */
  readonly checkable: number
  readonly removed: number
  /** Number of rows that differ from the file, without removed rows. */
  readonly edited: number
  /** Number of rows that another batch also contains, among the rows that the server has checked. */
  readonly repeated: number
  /** Number of rows with the warning that they have the same value as another row of this file. */
  readonly duplicates: number
  /** Number of rows that move the full balance, since their amount is empty. */
  readonly wholeBalances: number
  /**
   * Increases with each change of what would be submitted, such as an edit, a removal or an undo. A check with another
   * version is outdated.
   */
  readonly contentVersion: number
}

/**
 * Adds up rows one by one. Invalid rows count only in `rows` and `toFix`, skipped rows only in `rows` and `skipped`.
 * Amounts in minor units.
 */
export function createTotals() {
  let count = 0
  let valid = 0
  let skipped = 0
  let amount = 0
  let fee = 0
  return {
    addValid(amountCents: number, feeCents: number): void {
      count += 1
      valid += 1
      amount += amountCents
      fee += feeCents
    },
    addInvalid(): void {
      count += 1
    },
    addSkipped(): void {
      count += 1
      skipped += 1
    },
    sum: (): RowTotals => ({
      rows: count,
      valid,
      toFix: count - valid - skipped,
      skipped,
      amountCents: cents(amount),
      feeCents: cents(fee),
    }),
  }
}
