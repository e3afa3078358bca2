// The figures above the rows: number of rows, to fix, amount, fee.
import { type Cents, cents } from '#domain/money.ts'

export interface RowTotals {
  readonly rows: number
  readonly valid: number
  readonly toFix: number
  /** Sum of the valid rows' amounts. */
  readonly amountCents: Cents
  readonly feeCents: Cents
}

/**
 * The figures of the rows; `content` increases with every edit, removal and undo, so that a check is known to be out of
 * date.
 */
export interface RowsFigures extends RowTotals {
  /** Valid rows that the server has not checked since their last change. */
  readonly unchecked: number
  /** Rows without errors on this device, so that the server can check them. */
  readonly checkable: number
  readonly removed: number
  /** Rows that differ from the file, without removed ones. */
  readonly edited: number
  /** Rows that another batch contains too, as far as the server was asked. */
  readonly repeated: number
  /** Duplicates of each other, if they are allowed. */
  readonly copies: number
  /** Rows that take the full balance, since their amount is empty. */
  readonly wholes: number
  readonly content: number
}

/** Adds up rows one by one; invalid ones only count in `rows` and `toFix`. Amounts in minor units. */
export function createTotals() {
  let count = 0
  let valid = 0
  let amount = 0
  let fee = 0
  return {
    add(isValid: boolean, amountCents: number, feeCents: number): void {
      count += 1
      if (!isValid) return
      valid += 1
      amount += amountCents
      fee += feeCents
    },
    sum: (): RowTotals => ({
      rows: count,
      valid,
      toFix: count - valid,
      amountCents: cents(amount),
      feeCents: cents(fee),
    }),
  }
}
