// Who may do what with an order, and when: asked by the screens for their tooltips and by the host for its answers.
import { OWN_BATCH, OWN_RETRY } from '../batch/states.ts'
import type { OrderState } from './states.ts'
import * as say from '#words/domain/order.ts'

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

/** Whether its maker may cancel it: before it is final, or before anybody has decided (batches §9). */
export function refuseOrderCancel({ state }: OrderToDecide): string | undefined {
  if (state === 'awaiting' || state === 'placed') return undefined
  if (state === 'cancelled') return say.cancelledAlready
  if (state === 'rejected') return say.rejectedAlready
  return say.itIsTooLateToCancel
}

/** What was seen is not what is stored. */
export const ORDER_CHANGED = say.notOrderLookedAt
