// Words that several card screens share.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'
import { centsToText, wireToCents } from '#domain/money.ts'

/** 'card 9000 01•• •••• 0012': how a sentence names a card. */
export const cardName = (cardNumber: string): string => `card ${valueToText(cardNumber, 'pan', client)}`

/** '1250.00' with 'S$' → 'S$ 1,250.00'. */
export function amountText(wire: string, currency: string): string {
  const cents = wireToCents(wire)
  return `${currency} ${cents === undefined ? wire : centsToText(cents)}`
}

/** Where a card is looked at. */
export const cardPlace = ({ VOUCHERID }: { readonly VOUCHERID: string }) => ({ to: `/card/details/${VOUCHERID}` })
