// The state of an order with its tone, and the messages after an action on it.
import { m } from '#words/messages.js'
import type { BatchTone } from '../batch/words.ts'
import type { OrderType } from './kinds.ts'
import { isBegun, type OrderState, orderStateWords, type VirtualOrderFilter, virtualOrderFilters } from './states.ts'
import { issueToWords } from './words.ts'
import { number } from '#words/figures.ts'

export const virtualOrderFilterLabels: Readonly<Record<VirtualOrderFilter, string>> = {
  get [virtualOrderFilters.awaiting]() {
    return m.common_awaitingApproval()
  },
  get [virtualOrderFilters.approved]() {
    return m.common_approved()
  },
  get [virtualOrderFilters.rejected]() {
    return m.common_batchRejected()
  },
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
  if (state === 'issuing')
    return m.orders_ofIssued({ issuedCount: number(issuedCount), cardsCount: number(cardsCount) })
  if (!isBegun(state)) return ''
  return issueToWords(issuedCount, failedCount, kind === 'physical' && fetchedAt === null)
}

/** 'Virtual', 'Physical': the type in a list. */
export const orderTypeWords: Readonly<Record<OrderType, string>> = {
  get physical() {
    return m.orders_physicalCards()
  },
  get virtual() {
    return m.orders_domainVirtualCards()
  },
}
