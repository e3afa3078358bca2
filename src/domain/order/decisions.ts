// The rules for who can decide about an order, and when, for the screens' tooltips and the server's refusals. Rules:
// docs/rules/orders.md, "Approval of virtual orders".
import { m } from '#words/messages.js'
import type { DecisionRefusals } from '#domain/approvals/signing.ts'
import type { OrderType } from './types.ts'
import type { OrderState } from './states.ts'

/** Maximum length of the reason of a rejection, or of a cancellation by someone other than the maker. */
export const MAX_REASON = 255

/** The facts that the rules need. */
export interface OrderToDecide {
  readonly state: OrderState
  readonly orderedBy: string
  /** For an order of a machine user: the user who made the machine user's key, and who counts as a maker of the order. */
  readonly keyMakerId?: string | undefined
  /** Why approval rules do not let the viewer decide about the order. Undefined without such rules. */
  readonly refusals?: DecisionRefusals | undefined
}

/** Refuses the approval of an order that is decided, or that the user made. Undefined if the user can approve it. */
export const orderApprovalRefusal = (order: OrderToDecide, viewerId: string): string | undefined =>
  decisionRefusal(order, viewerId) ?? order.refusals?.sign

/** Why the user cannot reject the order. Undefined if the user can. The conditions are those of an approval. */
export const orderRejectionRefusal = (order: OrderToDecide, viewerId: string): string | undefined =>
  decisionRefusal(order, viewerId) ?? order.refusals?.reject

function decisionRefusal(order: OrderToDecide, viewerId: string): string | undefined {
  const { state, orderedBy, keyMakerId } = order
  if (state === 'rejected') return m.orders_rejectedAlready()
  if (state === 'cancelled') return m.orders_cancelledByMaker()
  if (state !== 'awaiting') return m.orders_approvedAlready()
  if (orderedBy === viewerId) return m.batches_cannotApproveOwn()
  return keyMakerId === viewerId ? m.orders_cannotDecideOfOwnKey() : undefined
}

/** Why the failed cards cannot be retried. Undefined if they can. The maker cannot retry, as with batches. */
export function orderRetryRefusal(order: OrderToDecide, viewerId: string): string | undefined {
  const { state, orderedBy, keyMakerId } = order
  if (state === 'issuing') return m.orders_issuingInProgress()
  if (state === 'issued') return m.orders_allIssuedAlready()
  if (state !== 'partlyIssued') return m.orders_onlyApprovedIsIssued()
  if (orderedBy === viewerId) return m.batches_cannotProcessOwn()
  return keyMakerId === viewerId ? m.orders_cannotDecideOfOwnKey() : order.refusals?.rerun
}

/** Refuses the cancellation of an order that is final or decided. `canCancel` checks the user. */
export function orderCancellationRefusal({ state }: OrderToDecide): string | undefined {
  if (state === 'awaiting' || state === 'placed') return undefined
  if (state === 'cancelled') return m.orders_cancelledAlready()
  if (state === 'rejected') return m.orders_rejectedAlready()
  return m.orders_tooLateToCancel()
}

/** The facts for a cancellation in addition to the order's state. */
export interface OrderToCancel {
  readonly isOwn: boolean
  readonly type: OrderType
  /** True if the viewer has Card.approve. */
  readonly canApprove: boolean
}

/**
 * Makers can cancel their own orders. Physical orders need no approval, so users who approve other orders can cancel
 * them too.
 */
export const canCancel = ({ isOwn, type, canApprove }: OrderToCancel): boolean =>
  isOwn || (type === 'physical' && canApprove)

interface CancellationReason {
  readonly isOwn: boolean
  readonly reason: string
}

/** Refuses a cancellation without a reason. The maker needs no reason. */
export const cancellationReasonRefusal = ({ isOwn, reason }: CancellationReason): string | undefined =>
  !isOwn && reason === '' ? m.orders_reasonForMaker() : undefined
