// Converts orders to the API's form. Amounts stay integer minor units.
import type { MyOrder, PhysicalOrder, VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import type { MappedOrderFields } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/types.ts'
import { isCancellable } from '#domain/order/states.ts'
import { type ApprovalState, stateToApi } from '#server/approvals/signatures.ts'
import { orderToState, totalFee } from '#server/db/order-states.ts'
import { toFullName } from '#server/mail/recipients.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import type { OrderCardRow, StoredOrder } from './queries.ts'
import { storedToFields, toStoredRow } from './stored-row.ts'

/** The fields that all forms of an order have. */
const commonFields = (order: StoredOrder, { now, approval }: OrderView) => ({
  campaignName: order.campaign_name,
  fileName: order.original_name,
  cardsCount: order.row_count,
  issuedCount: order.issued_count,
  failedCount: order.failed_count,
  state: orderToState(order, now),
  rejectReason: order.reject_reason,
  totalLoadAmount: order.amount_cents,
  totalFee: totalFee(order),
  issuedLoadAmount: order.issued_amount_cents,
  issuedFee: order.issued_fee_cents,
  currency: order.currency,
  fingerprint: order.fingerprint,
  ...(approval && { approval: stateToApi(approval, order.currency) }),
})

/** The time and the approval, on which the API's form of an order also depends. */
interface OrderView {
  readonly now: number
  readonly approval: ApprovalState | undefined
}

export const orderToBatchLoad = (order: StoredOrder, view: OrderView): VirtualCardOrdersBatchLoad => ({
  ...commonFields(order, view),
  virtualCardOrdersBatchLoadId: String(order.id),
  batchLoadFileID: String(order.id),
  uploadDate: order.ordered_at.toISOString(),
  uploadUserId: String(order.ordered_by),
  ...(order.key_made_by !== null && { keyMakerUserId: String(order.key_made_by) }),
  uploadUserFirstName: order.maker_firstname,
  uploadUserLastName: order.maker_lastname,
  isApproved: order.approved_at !== null,
  isRejected: order.rejected_at !== null,
  approvalUserFirstName: order.approver_firstname,
  approvalUserLastName: order.approver_lastname,
  approvalDate: instantToApi(order.approved_at),
  rejectUserFirstName: order.rejecter_firstname,
  rejectUserLastName: order.rejecter_lastname,
  rejectDate: instantToApi(order.rejected_at),
  duplicateReason: order.duplicate_reason,
})

export function orderToMyOrder(order: StoredOrder, view: OrderView): MyOrder {
  const decidedAt = order.approved_at ?? order.rejected_at
  const decider = toFullName(
    order.approver_firstname ?? order.rejecter_firstname,
    order.approver_lastname ?? order.rejecter_lastname,
  )
  const wasCancelledByOther = order.cancelled_by !== null && order.cancelled_by !== order.ordered_by
  return {
    ...commonFields(order, view),
    orderId: String(order.id),
    kind: order.kind,
    campaignID: String(order.campaign_id),
    quotationNumber: order.quotation_number,
    plasticid: order.plastic_id,
    designid: order.design_id,
    orderedAt: order.ordered_at.toISOString(),
    finalAt: instantToApi(order.final_at),
    cancellable: isCancellable(orderToState(order, view.now)),
    cancelledAt: instantToApi(order.cancelled_at),
    cancelledBy: wasCancelledByOther ? toFullName(order.canceller_firstname, order.canceller_lastname) : null,
    cancelReason: order.cancel_reason,
    fetchedAt: instantToApi(order.fetched_at),
    decidedBy: decidedAt === null ? null : decider,
    decidedAt: instantToApi(decidedAt),
  }
}

export const orderToPhysical = (order: StoredOrder, view: OrderView, viewerId: number): PhysicalOrder => ({
  ...orderToMyOrder(order, view),
  orderedBy: toFullName(order.maker_firstname, order.maker_lastname),
  orderedByUserId: String(order.ordered_by),
  isOwn: order.ordered_by === viewerId,
  duplicateReason: order.duplicate_reason,
})

/** Converts a stored row to the API's element for its type of order. */
export const rowToElement = <Type extends OrderType>(
  type: Type,
  row: OrderCardRow,
): MappedOrderFields<Type, string, number> => storedToFields(type, toStoredRow(row), (amount): number => amount)
