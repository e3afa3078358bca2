// The states of an order, for both kinds: what its list shows and what may still be done (batches §4).
import * as say from '#words/domain/order.ts'

export const orderStates = [
  /** Virtual: nobody has decided yet. */
  'awaiting',
  /** Physical: it may be cancelled still. */
  'placed',
  /** Approved or final, and its cards are being issued. */
  'issuing',
  /** Physical: its cards have their numbers and loads, and the producer has not been given its file. */
  'readyForProduction',
  'issued',
  /** Some of its cards could not be issued. */
  'partlyIssued',
  'rejected',
  'cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

/** How each reads in a list. */
export const orderStateWords: Readonly<Record<OrderState, string>> = {
  awaiting: say.awaitingApproval,
  placed: say.placed,
  issuing: say.issuingCards,
  readyForProduction: say.readyForProduction,
  issued: say.issued,
  partlyIssued: say.partlyIssued,
  rejected: say.rejected,
  cancelled: say.cancelled,
}

/** What has become of one row: nothing yet, a card, no card; or its order was rejected or cancelled, and no card will come of it. */
export const orderRowStates = ['waiting', 'issued', 'failed', 'rejected', 'cancelled'] as const
export type OrderRowState = (typeof orderRowStates)[number]

/** How each reads in a list or a file. */
export const orderRowWords: Readonly<Record<OrderRowState, string>> = {
  waiting: say.notIssuedYet,
  issued: say.issued,
  failed: say.notIssued,
  rejected: say.rejected,
  cancelled: say.cancelled,
}

/** batches §4: the list's filter. */
export const virtualOrderFilters = { awaiting: 1, approved: 2, rejected: 3 } as const
export type VirtualOrderFilter = (typeof virtualOrderFilters)[keyof typeof virtualOrderFilters]

/** What an order's state is, from what is stored with it. */
export interface OrderFacts {
  readonly isApprovalNeeded: boolean
  readonly isApproved: boolean
  readonly isRejected: boolean
  readonly isCancelled: boolean
  /** Physical: the hours to cancel it are over. */
  readonly isFinal: boolean
  /** Physical: nobody has fetched its file for the card producer. */
  readonly isFileWaiting: boolean
  readonly cardsCount: number
  readonly issuedCount: number
  readonly failedCount: number
}

export function orderState(facts: OrderFacts): OrderState {
  if (facts.isCancelled) return 'cancelled'
  if (facts.isRejected) return 'rejected'
  if (facts.isApprovalNeeded && !facts.isApproved) return 'awaiting'
  const done = facts.issuedCount + facts.failedCount
  // A server whose clock is ahead may have begun already.
  if (!facts.isApprovalNeeded && !facts.isFinal && done === 0) return 'placed'
  if (done < facts.cardsCount) return 'issuing'
  if (facts.failedCount > 0) return 'partlyIssued'
  return facts.isFileWaiting ? 'readyForProduction' : 'issued'
}

/** Its cards are being issued, or have been. */
export const isBegun = (state: OrderState): boolean =>
  state === 'issuing' || state === 'readyForProduction' || state === 'issued' || state === 'partlyIssued'

/** Before anybody has decided, or before it is final (batches §9). */
export const isCancellable = (state: OrderState): boolean => state === 'awaiting' || state === 'placed'
