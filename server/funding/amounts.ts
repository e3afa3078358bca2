// Converts amounts of the API, which the contract has checked, to minor units.
import { type Cents, cents, decimalToCents } from '#domain/money.ts'

export const toCents = (amount: string): Cents => decimalToCents(amount) ?? cents(0)
