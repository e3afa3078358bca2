// The texts about an order: size and result. They are the same on Home, in lists and in e-mails.
import { type Cents, centsToText } from '#domain/money.ts'
import { counted, listAnd } from '#words/figures.ts'
import * as say from '#words/domain/order.ts'
import { orderKinds, type OrderType } from './kinds.ts'

/** '1 virtual card', '4,812 cards'. */
export const cardsToWords = (cards: number, type: OrderType): string => {
  const { one, many } = orderKinds[type].noun
  return counted(cards, one, many)
}

/** 'order 41'; 'orders 43, 42 and 41'; for more than `most` orders, the first ones and the number of the others. */
export function ordersToWords(orders: readonly string[], most = orders.length): string {
  const named = orders.slice(0, most)
  const rest = orders.length - named.length
  const words = rest > 0 ? [...named, say.restMore(rest)] : named
  return words.length === 1 ? say.oneOrder(words[0] ?? '') : say.manyOrders(listAnd(words))
}

/**
 * The result of issuing, never a plain 'success': '4,810 issued, 2 not issued'; for physical cards: '4,810 ready for
 * production'.
 */
export const issueToWords = (issued: number, failed: number, isFileWaiting = false): string =>
  isFileWaiting && issued > 0 ? say.readyNotIssued(issued, failed) : say.issuedNotIssued(issued, failed)

/** 'S$ 1,250.00': orders show their currency's symbol, not its code. */
export const orderMoney = (amount: Cents, symbol: string): string => `${symbol} ${centsToText(amount)}`

interface Counted {
  readonly valid: number
  readonly toFix: number
  readonly amountCents: Cents
}

/** The result of reading the rows. */
export const uploadedToWords = ({ valid, toFix, amountCents }: Counted, symbol: string): string =>
  say.orderFileUploaded(valid, toFix, orderMoney(amountCents, symbol))

/** The first entry of the campaign field. */
export const SELECT_A_CAMPAIGN = say.selectCampaign
