// The texts about an order: size and result. They are the same on Home, in lists and in e-mails.
import { m } from '#words/messages.js'
import { type Cents, centsToText } from '#domain/money.ts'
import { listAnd } from '#words/figures.ts'
import { orderTypes, type OrderType } from './types.ts'

/** '1 virtual card', '4,812 cards'. */
export const cardCountToText = (cards: number, type: OrderType): string => orderTypes[type].countToText(cards)

/** 'order 41', or 'orders 43, 42 and 41'. Of more than `max` orders, names the first and counts the rest. */
export function ordersToText(orders: readonly string[], max = orders.length): string {
  const shownIds = orders.slice(0, max)
  const restCount = orders.length - shownIds.length
  const items = restCount > 0 ? [...shownIds, m.orders_moreOrders({ rest: restCount })] : shownIds
  return items.length === 1 ? m.orders_oneOrder({ id: items[0] ?? '' }) : m.orders_manyOrders({ ids: listAnd(items) })
}

interface IssueResult {
  readonly issued: number
  readonly failed: number
  /** True for physical cards whose file the producer has not got yet. */
  readonly isFileWaiting: boolean
}

/**
 * The result of issuing, never a plain 'success': '4,810 issued, 2 not issued', or '4,810 ready for production' for
 * physical cards.
 */
export const issueResultToText = ({ issued, failed, isFileWaiting }: IssueResult): string =>
  isFileWaiting && issued > 0
    ? m.orders_readyNotIssued({ ready: issued, failed })
    : m.orders_issuedNotIssued({ issued, failed })

/** 'S$ 1,250.00': orders show their currency's symbol, not its code. */
export const orderMoney = (amount: Cents, symbol: string): string => `${symbol} ${centsToText(amount)}`

interface UploadFigures {
  readonly valid: number
  readonly toFix: number
  readonly amountCents: Cents
}

/** The figures of an order file: 'Uploaded Card Order File (12 successful / 3 failed), Total Load Amount S$ 240.00'. */
export const orderFileToText = ({ valid, toFix, amountCents }: UploadFigures, symbol: string): string =>
  m.orders_orderFileUploaded({ valid, toFix, amount: orderMoney(amountCents, symbol) })
