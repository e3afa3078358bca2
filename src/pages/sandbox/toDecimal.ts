// Reads the amounts of the simulations.
import { centsToDecimal, textToCents } from '#domain/money.ts'

/** The typed amount as a decimal text; '' if it is not an amount. */
export function toDecimal(text: string): string {
  const amount = textToCents(text)
  return typeof amount === 'number' ? centsToDecimal(amount) : ''
}
