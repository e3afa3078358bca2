// What a viewer can decide about an order of physical cards that waits for signatures.
import type { PhysicalOrder } from '#contract/orders.ts'
import { orderApprovalRefusal, orderRejectionRefusal } from '#domain/order/decisions.ts'

export type PhysicalDecision = 'approve' | 'reject'

const refusals = { approve: orderApprovalRefusal, reject: orderRejectionRefusal } as const

/** Why the viewer cannot decide about an order that awaits its approval. Undefined if the viewer can. */
export function physicalRefusal(
  { state, orderedByUserId = '', approval }: PhysicalOrder,
  decision: PhysicalDecision,
  viewerId: string,
): string | undefined {
  const orderToDecide = { state, orderedBy: orderedByUserId, refusals: approval?.refusals }
  return refusals[decision](orderToDecide, viewerId)
}
