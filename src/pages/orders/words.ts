// The words of an order on its screens: its size and its amounts, with the symbol that the client shows before them.
import { client } from '#brand/current.ts'
import { cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { cardsToWords, orderMoney } from '#domain/order/words.ts'
import * as say from '#words/pages/orders.ts'

/** 'S$ 1,250.00' of minor units. */
export const orderAmount = (minor: number): string => orderMoney(cents(minor), client.orderCurrencySymbol)

/** '12 virtual cards, S$ 240.00': the object of a decision. */
export const sizeOf = (type: OrderType, cards: number, minor: number): string =>
  `${cardsToWords(cards, type)}, ${orderAmount(minor)}`

/** ' A fee of … is taken besides: … together.', or ''. */
export const feeWords = (loadMinor: number, feeMinor: number): string =>
  feeMinor === 0 ? '' : say.plusFee(orderAmount(feeMinor), orderAmount(loadMinor + feeMinor))
