// The states of an order, for both types. Rules: docs/rules/orders.md, "States of an order".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'

export const orderStates = [
  /** Virtual, or physical with an approval rule: not decided yet. */
  'awaiting',
  /** Only physical: the order can still be cancelled. If an approval rule applies, the order is approved. */
  'placed',
  /** Approved or final; the cards are being issued. */
  'issuing',
  /** Only physical: the cards have numbers and loads, and the producer file has not been downloaded. */
  'readyForProduction',
  'issued',
  /** Some of its cards could not be issued. */
  'partlyIssued',
  'rejected',
  'cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

/** The label of each state. */
export const orderStateLabels = withTexts<Readonly<Record<OrderState, string>>>({
  awaiting: textOf(m.common_awaitingApproval),
  placed: textOf(m.orders_placed),
  issuing: textOf(m.orders_issuingCards),
  readyForProduction: textOf(m.orders_readyForProduction),
  issued: textOf(m.orders_issued),
  partlyIssued: textOf(m.orders_partlyIssued),
  rejected: textOf(m.common_rejectedLabel),
  cancelled: textOf(m.orders_cancelled),
})

/** The state of one row. 'rejected' and 'cancelled' are those of its order, which then gets no cards. */
export const orderRowStates = ['waiting', 'issued', 'failed', 'rejected', 'cancelled'] as const
export type OrderRowState = (typeof orderRowStates)[number]

/** The label of each row state, in a list or a file. */
export const orderRowStateLabels = withTexts<Readonly<Record<OrderRowState, string>>>({
  waiting: textOf(m.orders_notIssuedYet),
  issued: textOf(m.orders_issued),
  failed: textOf(m.orders_notIssued),
  rejected: textOf(m.common_rejectedLabel),
  cancelled: textOf(m.orders_cancelled),
})

/** The filter of the list. */
export const virtualOrderFilters = { awaiting: 1, approved: 2, rejected: 3 } as const
export type VirtualOrderFilter = (typeof virtualOrderFilters)[keyof typeof virtualOrderFilters]

/** The stored data that an order's state depends on. */
export interface OrderForRules {
  readonly needsApproval: boolean
  readonly isApproved: boolean
  readonly isRejected: boolean
  readonly isCancelled: boolean
  /** True if the time for cancelling the order has ended. Undefined for virtual orders, which have no such time. */
  readonly isFinal: boolean | undefined
  /** Only for physical orders: the producer file has not been downloaded. */
  readonly isFileWaiting: boolean
  readonly cardsCount: number
  readonly issuedCount: number
  readonly failedCount: number
}

export function orderState(order: OrderForRules): OrderState {
  if (order.isCancelled) return 'cancelled'
  if (order.isRejected) return 'rejected'
  if (order.needsApproval && !order.isApproved) return 'awaiting'
  const processedCount = order.issuedCount + order.failedCount
  // A server whose clock is fast can have begun to issue cards of an order that is not final yet.
  if (order.isFinal === false && processedCount === 0) return 'placed'
  if (processedCount < order.cardsCount) return 'issuing'
  if (order.failedCount > 0) return 'partlyIssued'
  return order.isFileWaiting ? 'readyForProduction' : 'issued'
}

/** True if cards are being issued, or have been. */
export const hasIssuingStarted = (state: OrderState): boolean =>
  state === 'issuing' || state === 'readyForProduction' || state === 'issued' || state === 'partlyIssued'

/** True if the order is neither decided nor final. */
export const isCancellable = (state: OrderState): boolean => state === 'awaiting' || state === 'placed'
