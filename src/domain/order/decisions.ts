// Who may do what with an order, and when: asked by the screens for their tooltips and by the host for its answers.
import { OWN_BATCH, OWN_RETRY } from '../batch/states.ts'
import type { OrderType } from './kinds.ts'
import type { OrderState } from './states.ts'
import * as say from '#words/domain/order.ts'

/** Characters of the reason of a rejection, or of a cancellation by another than the maker. */
export const MAX_REASON = 255

/** What the rules look at. */
export interface OrderToDecide {
  readonly state: OrderState
  readonly orderedBy: string
}

/** Whether somebody may approve or reject it: nobody has decided yet, and they have not ordered it (batches §4, §6). */
export function refuseOrderDecision({ state, orderedBy }: OrderToDecide, viewerId: string): string | undefined {
  if (state === 'rejected') return say.rejectedAlready
  if (state === 'cancelled') return say.thisOrderHasBeenCancelled
  if (state !== 'awaiting') return say.approvedAlready
  return orderedBy === viewerId ? OWN_BATCH : undefined
}

/** Whether the cards that could not be issued may be tried again; not by whoever ordered them, as with batches. */
export function refuseOrderRetry({ state, orderedBy }: OrderToDecide, viewerId: string): string | undefined {
  if (state === 'issuing') return say.cardsOfThisOrderAreBeing
  if (state === 'issued') return say.everyCardOfThisOrder
  if (state !== 'partlyIssued') return say.onlyApprovedIsIssued
  return orderedBy === viewerId ? OWN_RETRY : undefined
}

/** Whether it can be cancelled: before it is final, or before anybody has decided. Who may is `mayCancel`. */
export function refuseOrderCancel({ state }: OrderToDecide): string | undefined {
  if (state === 'awaiting' || state === 'placed') return undefined
  if (state === 'cancelled') return say.cancelledAlready
  if (state === 'rejected') return say.rejectedAlready
  return say.itIsTooLateToCancel
}

/** What the cancelling of an order depends on besides its state. */
export interface OrderToCancel {
  readonly isOwn: boolean
  readonly type: OrderType
  /** The viewer holds Card.approve. */
  readonly mayApprove: boolean
}

/** Makers cancel their own orders. Physical ones are approved by no one, so those who approve orders may cancel them too. */
export const mayCancel = ({ isOwn, type, mayApprove }: OrderToCancel): boolean =>
  isOwn || (type === 'physical' && mayApprove)

/** Why the reason of a cancellation is not enough; the maker of an order needs none. */
export const refuseCancelReason = (isOwn: boolean, reason: string): string | undefined =>
  isOwn || reason !== '' ? undefined : say.reasonForMaker

/** What was seen is not what is stored. */
export const ORDER_CHANGED = say.notOrderLookedAt
