// Reads the amounts of the simulations.
import { centsToDecimal, textToCents } from '#domain/money.ts'

/** The typed amount as a decimal: '1,250' → '1250.00'. '' if it is not an amount. */
export function toDecimal(text: string): string {
  const amountCents = textToCents(text)
  return typeof amountCents === 'number' ? centsToDecimal(amountCents) : ''
}
