// The words of an order on its screens: its size and its amounts, with the programme's sign for them (batches §1).
import { client } from '#brand/current.ts'
import { cents, centsToText } from '#domain/money.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { cardsToWords } from '#domain/order/words.ts'
import * as say from '#words/pages/orders.ts'

/** 'S$ 1,250.00' of minor units. */
export const orderAmount = (minor: number): string => `${client.orderCurrencySymbol} ${centsToText(cents(minor))}`

/** '12 virtual cards, S$ 240.00': the object of a decision. */
export const sizeOf = (type: OrderType, cards: number, minor: number): string =>
  `${cardsToWords(cards, type)}, ${orderAmount(minor)}`

/** ' A fee of … is taken besides: … together.', or ''. */
export const feeWords = (loadMinor: number, feeMinor: number): string =>
  feeMinor === 0 ? '' : say.plusFee(orderAmount(feeMinor), orderAmount(loadMinor + feeMinor))
