// Changes of an order that wait for a response: the operation, parameters and success message of each, and the page
// that shows the result.
import type { Proof } from '#machines/approval.ts'
import { m } from '#words/messages.js'
import type { SignatureCount } from './batch-changes.ts'
import type { AnyOperationRequest, PendingChange } from './change-types.ts'

/**
 * What users can do with an order. An approver approves, rejects or retries it. Its maker ('cancel') or another user
 * ('cancelOfOther') cancels it. The producer downloads its file ('fetch').
 */
export type OrderChange = 'approve' | 'reject' | 'retry' | 'cancel' | 'cancelOfOther' | 'fetch'

/** The order that is changed. */
export interface ChangedOrder {
  /** The proof that the user has signed the decision, if the programme requires one. */
  readonly proof?: Proof | undefined
  readonly orderId: string
  /** '12 virtual cards, S$ 240.00', for messages when the order is no longer on screen. */
  readonly size: string
  /** The fingerprint of the rows that the user saw. Only for a decision. */
  readonly fingerprint?: string
  /** The reason of a rejection, or for cancelling another user's order. */
  readonly reason?: string | undefined
  /** The number of signatures after this approval. Undefined if no one else has to sign then. */
  readonly signature?: SignatureCount | undefined
  /** True for an order of physical cards. Such an order needs a decision only if an approval rule says so. */
  readonly isPhysical?: boolean
}

type OrderOperation =
  | 'approveVirtualCardOrdersBatchLoad'
  | 'rejectVirtualCardOrdersBatchLoad'
  | 'retryVirtualCardOrdersBatchLoad'
  | 'cancelCardOrder'
  | 'fetchProducerFile'

interface OrderChangeInfo {
  readonly kind: OrderOperation
  /** Completes 'We cannot tell whether order 12 …' and 'Order 12 …'. */
  readonly doneClause: string
  /** Completes 'Order 12 …' after a refusal: 'was not approved'. */
  readonly notDoneClause: string
  readonly success: string
  /** The page that shows the order. */
  readonly path: string
}

const APPROVAL_PATH = '/card/virtual-card-orders'

export const orderChanges: Readonly<Record<OrderChange, OrderChangeInfo>> = {
  approve: {
    kind: 'approveVirtualCardOrdersBatchLoad',
    doneClause: m.pending_wasApproved(),
    notDoneClause: m.pending_wasNotApproved(),
    success: m.orders_virtualOrderApproved(),
    path: APPROVAL_PATH,
  },
  reject: {
    kind: 'rejectVirtualCardOrdersBatchLoad',
    doneClause: m.pending_wasRejected(),
    notDoneClause: m.pending_wasNotRejected(),
    success: m.orders_virtualOrderRejected(),
    path: APPROVAL_PATH,
  },
  retry: {
    kind: 'retryVirtualCardOrdersBatchLoad',
    doneClause: m.pending_wasTriedAgain(),
    notDoneClause: m.pending_wasNotTriedAgain(),
    success: m.orders_issuingRest(),
    path: APPROVAL_PATH,
  },
  cancel: {
    kind: 'cancelCardOrder',
    doneClause: m.pending_wasCancelled(),
    notDoneClause: m.pending_wasNotCancelled(),
    success: m.orders_orderHasBeenCancelled(),
    path: '/card/my-orders',
  },
  cancelOfOther: {
    kind: 'cancelCardOrder',
    doneClause: m.pending_wasCancelled(),
    notDoneClause: m.pending_wasNotCancelled(),
    success: m.orders_orderHasBeenCancelled(),
    path: '/card/physical-orders',
  },
  fetch: {
    kind: 'fetchProducerFile',
    doneClause: m.pending_fileWasDownloaded(),
    notDoneClause: m.pending_fileWasNotDownloaded(),
    success: m.pending_fileSaved(),
    path: '/card/producer-files',
  },
}

const physicalDecisions = {
  approve: { success: m.approvals_orderApproved(), path: '/card/physical-orders' },
  reject: { success: m.approvals_orderRejected(), path: '/card/physical-orders' },
} as const

export function orderToChange(order: ChangedOrder, change: OrderChange): AnyOperationRequest {
  const { orderId, size, signature, isPhysical = false } = order
  const isPhysicalDecision = isPhysical && (change === 'approve' || change === 'reject')
  const info = { ...orderChanges[change], ...(isPhysicalDecision && physicalDecisions[change]) }
  const { path } = info
  const doneClause = signature ? m.approvals_wasSigned() : info.doneClause
  const success = signature ? m.approvals_signedOf(signature) : info.success
  return {
    ...toCall(order, change),
    subject: orderId,
    done: m.pending_orderWas({ orderId, was: doneClause }),
    detail: size,
    success,
    successSubject: m.pending_orderWithSize({ orderId, size }),
    link: { to: change === 'fetch' ? path : `${path}?order=${orderId}` },
  }
}

/** The order and its change, for the page that made the change. Undefined if it is not the change of an order. */
export function changeToOrder({ kind, subject }: PendingChange) {
  const change = (Object.keys(orderChanges) as OrderChange[]).find((each) => orderChanges[each].kind === kind)
  return change && { change, orderId: subject }
}

function toCall({ orderId, fingerprint, reason, proof }: ChangedOrder, change: OrderChange) {
  const decisionParams = { batchLoadFileID: orderId, fingerprint }
  switch (change) {
    case 'approve':
      return { kind: 'approveVirtualCardOrdersBatchLoad', params: { ...decisionParams, proof } } as const
    case 'reject': {
      const params = { ...decisionParams, reason }
      return { kind: 'rejectVirtualCardOrdersBatchLoad', params } as const
    }
    case 'retry':
      return { kind: 'retryVirtualCardOrdersBatchLoad', params: { batchLoadFileID: orderId, proof } } as const
    case 'cancel':
    case 'cancelOfOther':
      return { kind: 'cancelCardOrder', params: { orderId, reason } } as const
    case 'fetch':
      return { kind: 'fetchProducerFile', params: { orderId } } as const
  }
}
