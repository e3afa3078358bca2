// Who may do what with an order, and when: asked by the screens for their tooltips and by the host for its answers.
import { OWN_BATCH, OWN_RETRY } from '../batch/states.ts'
import type { OrderState } from './states.ts'

/** What the rules look at. */
export interface OrderToDecide {
  readonly state: OrderState
  readonly orderedBy: string
}

/** Whether somebody may approve or reject it: nobody has decided yet, and they have not ordered it (batches §4, §6). */
export function refuseOrderDecision({ state, orderedBy }: OrderToDecide, viewerId: string): string | undefined {
  if (state === 'rejected') return 'This order has been rejected already'
  if (state === 'cancelled') return 'This order has been cancelled by its maker'
  if (state !== 'awaiting') return 'This order has been approved already'
  return orderedBy === viewerId ? OWN_BATCH : undefined
}

/** Whether the cards that could not be issued may be tried again; not by whoever ordered them, as with batches. */
export function refuseOrderRetry({ state, orderedBy }: OrderToDecide, viewerId: string): string | undefined {
  if (state === 'issuing') return 'The cards of this order are being issued now. Try again when that is done'
  if (state === 'issued') return 'Every card of this order has been issued already'
  if (state !== 'partlyIssued') return 'Only the cards of an approved order can be issued'
  return orderedBy === viewerId ? OWN_RETRY : undefined
}

/** Whether its maker may cancel it: before it is final, or before anybody has decided (batches §9). */
export function refuseOrderCancel({ state }: OrderToDecide): string | undefined {
  if (state === 'awaiting' || state === 'placed') return undefined
  if (state === 'cancelled') return 'This order has been cancelled already'
  if (state === 'rejected') return 'This order has been rejected already'
  return 'It is too late to cancel this order: its cards are being issued or have been issued'
}

/** What was seen is not what is stored. */
export const ORDER_CHANGED = 'This order is not the one you have looked at. Open its details again before you decide.'
