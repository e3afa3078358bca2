// The state of an order with its tone, and the messages after an action on it.
import type { BatchTone } from '../batch/words.ts'
import type { OrderType } from './kinds.ts'
import { isBegun, type OrderState, orderStateWords, type VirtualOrderFilter, virtualOrderFilters } from './states.ts'
import { issueToWords } from './words.ts'
import { number } from '#words/figures.ts'
import * as say from '#words/domain/order.ts'

export const ORDER_APPROVED = say.virtualOrderApproved
export const ORDER_REJECTED = say.virtualOrderRejected
export const ORDER_RETRIED = say.cardsThatWereNotIssued
export const ORDER_CANCELLED = say.orderHasBeenCancelled
export const NO_ORDERS = say.noVirtualCardOrdersFound

export const virtualOrderFilterLabels: Readonly<Record<VirtualOrderFilter, string>> = {
  [virtualOrderFilters.awaiting]: say.awaitingApproval,
  [virtualOrderFilters.approved]: say.approved,
  [virtualOrderFilters.rejected]: say.rejected,
}

const tones: Readonly<Record<OrderState, BatchTone>> = {
  awaiting: 'waiting',
  placed: 'waiting',
  issuing: 'accent',
  readyForProduction: 'accent',
  issued: 'positive',
  partlyIssued: 'warning',
  rejected: 'critical',
  cancelled: 'neutral',
}

export const orderToStanding = (state: OrderState): { readonly words: string; readonly tone: BatchTone } => ({
  words: orderStateWords[state],
  tone: tones[state],
})

interface Progress {
  readonly state: OrderState
  readonly kind?: OrderType
  /** Only for physical orders: when the file was fetched for the card producer. */
  readonly fetchedAt?: string | null | undefined
  readonly cardsCount: number
  readonly issuedCount: number
  readonly failedCount: number
}

/** The progress of an order: '' before any card is issued, '3 of 12 issued' during issuing, then the result. */
export function orderOutcome(order: Progress): string {
  const { state, kind, cardsCount, issuedCount, failedCount, fetchedAt } = order
  if (state === 'issuing') return say.ofIssued(number(issuedCount), number(cardsCount))
  if (!isBegun(state)) return ''
  return issueToWords(issuedCount, failedCount, kind === 'physical' && fetchedAt === null)
}

/** 'Virtual', 'Physical': the type in a list. */
export const orderTypeWords: Readonly<Record<OrderType, string>> = {
  physical: say.physicalCards,
  virtual: say.virtualCardsLabel,
}
