// Converts amounts of the API, which the contract has checked, to minor units.
import { type Cents, cents, decimalToCents } from '#domain/money.ts'

/** The 0 is never used, because the contract allows only amounts. */
export const toCents = (amount: string): Cents => decimalToCents(amount) ?? cents(0)
