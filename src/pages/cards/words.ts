// Texts shared by several card screens.
import { client } from '#brand/current.ts'
import { valueToText } from '#domain/columns.ts'
import * as say from '#words/pages/cards.ts'

/** The name of a card in sentences: 'card 9000 01•• •••• 0012'. */
export const cardName = (cardNumber: string): string => say.cardCardNumber(valueToText(cardNumber, 'pan', client))

/** The address of a card's page. */
export const cardLink = ({ VOUCHERID }: { readonly VOUCHERID: string }) => ({ to: `/card/details/${VOUCHERID}` })
