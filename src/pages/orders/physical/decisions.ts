// What a viewer can decide about an order of physical cards that waits for signatures.
import type { PhysicalOrder } from '#contract/orders.ts'
import { orderApprovalRefusal, orderRejectionRefusal } from '#domain/order/decisions.ts'

export type PhysicalDecision = 'approve' | 'reject'

const refusals = { approve: orderApprovalRefusal, reject: orderRejectionRefusal } as const

/** Why the viewer cannot decide; undefined if they can. Only for an order that awaits its approval. */
export const physicalRefusal = (order: PhysicalOrder, decision: PhysicalDecision, viewerId: string) =>
  refusals[decision](
    { state: order.state, orderedBy: order.orderedByUserId ?? '', refusals: order.approval?.refusals },
    viewerId,
  )
