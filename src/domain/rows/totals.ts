// The figures that stay in view above the rows: how many, how many to mend, how much, at what fee.
import { type Cents, cents } from '#domain/money.ts'

export interface RowTotals {
  readonly rows: number
  readonly valid: number
  readonly toFix: number
  /** Sum of the valid rows' amounts. */
  readonly amountCents: Cents
  readonly feeCents: Cents
}

/** The figures of the rows; `content` rises with every edit, removal and undo, so that a check can be told stale. */
export interface RowsFigures extends RowTotals {
  /** Valid rows that the host has not checked since their last change. */
  readonly unchecked: number
  /** Rows that this machine finds nothing wrong with, so that the host can be asked about them. */
  readonly checkable: number
  readonly removed: number
  /** Rows that do not stand as in the file, without removed ones. */
  readonly edited: number
  /** Rows that stand in another batch too, as far as the host has been asked. */
  readonly repeated: number
  /** Rows that are copies of each other, where that is allowed. */
  readonly copies: number
  /** Rows that take all that their card holds, since their amount is blank. */
  readonly wholes: number
  readonly content: number
}

/** Adds up rows one by one; those that are not valid count in `rows` and `toFix` alone. Amounts in minor units. */
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
