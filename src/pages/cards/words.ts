// Texts shared by several card screens.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'

/** The name of a card with its holder in sentences: 'card 9000 01•• •••• 0012 (Mei Tan)'. */
export function holdersCard(card: {
  readonly CARDNUMBER: string
  readonly CARDHOLDERNAME?: string | undefined
}): string {
  const { CARDNUMBER, CARDHOLDERNAME: holder = '' } = card
  if (holder === '') return cardName(CARDNUMBER)
  return m.cards_cardWithHolder({ cardNumber: valueToText(CARDNUMBER, 'pan', client), holder })
}

/** The name of a card in sentences: 'card 9000 01•• •••• 0012'. */
export const cardName = (cardNumber: string): string =>
  m.cards_cardWithNumber({ cardNumber: valueToText(cardNumber, 'pan', client) })

/** The target of a link to a card's page. */
export const cardLink = ({ VOUCHERID }: { readonly VOUCHERID: string }) => ({ to: `/card/details/${VOUCHERID}` })
