// Converts orders to the API's form. Amounts stay integer minor units.
import type { MyOrder, PhysicalOrder, VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import type { MappedOrderFields } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/types.ts'
import { isCancellable } from '#domain/order/states.ts'
import { type ApprovalState, stateToApi } from '#server/approvals/signatures.ts'
import { orderToState, totalFee } from '#server/db/order-states.ts'
import { toFullName } from '#server/mail/recipients.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import type { OrderCardRow, OrderRow } from './queries.ts'
import { storedToFields, toStoredRow } from './stored-row.ts'

/** The fields that all lists of orders share. */
const commonFields = (row: OrderRow, { now, approval }: OrderView) => ({
  campaignName: row.campaign_name,
  fileName: row.original_name,
  cardsCount: row.row_count,
  issuedCount: row.issued_count,
  failedCount: row.failed_count,
  state: orderToState(row, now),
  rejectReason: row.reject_reason,
  totalLoadAmount: row.amount_cents,
  totalFee: totalFee(row),
  issuedLoadAmount: row.issued_amount_cents,
  issuedFee: row.issued_fee_cents,
  currency: row.currency,
  fingerprint: row.fingerprint,
  ...(approval && { approval: stateToApi(approval, row.currency) }),
})

interface OrderView {
  readonly now: number
  readonly approval: ApprovalState | undefined
}

export const orderToBatchLoad = (row: OrderRow, view: OrderView): VirtualCardOrdersBatchLoad => ({
  ...commonFields(row, view),
  virtualCardOrdersBatchLoadId: String(row.id),
  batchLoadFileID: String(row.id),
  uploadDate: row.ordered_at.toISOString(),
  uploadUserId: String(row.ordered_by),
  ...(row.key_made_by !== null && { keyMakerUserId: String(row.key_made_by) }),
  uploadUserFirstName: row.maker_firstname,
  uploadUserLastName: row.maker_lastname,
  isApproved: row.approved_at !== null,
  isRejected: row.rejected_at !== null,
  approvalUserFirstName: row.approver_firstname,
  approvalUserLastName: row.approver_lastname,
  approvalDate: instantToApi(row.approved_at),
  rejectUserFirstName: row.rejecter_firstname,
  rejectUserLastName: row.rejecter_lastname,
  rejectDate: instantToApi(row.rejected_at),
  duplicateReason: row.duplicate_reason,
})

export function orderToMyOrder(row: OrderRow, view: OrderView): MyOrder {
  const decidedAt = row.approved_at ?? row.rejected_at
  const decider = toFullName(
    row.approver_firstname ?? row.rejecter_firstname,
    row.approver_lastname ?? row.rejecter_lastname,
  )
  const wasCancelledByOther = row.cancelled_by !== null && row.cancelled_by !== row.ordered_by
  return {
    ...commonFields(row, view),
    orderId: String(row.id),
    kind: row.kind,
    campaignID: String(row.campaign_id),
    quotationNumber: row.quotation_number,
    plasticid: row.plastic_id,
    designid: row.design_id,
    orderedAt: row.ordered_at.toISOString(),
    finalAt: instantToApi(row.final_at),
    cancellable: isCancellable(orderToState(row, view.now)),
    cancelledAt: instantToApi(row.cancelled_at),
    cancelledBy: wasCancelledByOther ? toFullName(row.canceller_firstname, row.canceller_lastname) : null,
    cancelReason: row.cancel_reason,
    fetchedAt: instantToApi(row.fetched_at),
    decidedBy: decidedAt && decider,
    decidedAt: instantToApi(decidedAt),
  }
}

export const orderToPhysical = (row: OrderRow, view: OrderView, viewerId: number): PhysicalOrder => ({
  ...orderToMyOrder(row, view),
  orderedBy: toFullName(row.maker_firstname, row.maker_lastname),
  orderedByUserId: String(row.ordered_by),
  isOwn: row.ordered_by === viewerId,
  duplicateReason: row.duplicate_reason,
})

/** Converts a stored row to the API's element for its type of order. */
export const rowToElement = <Type extends OrderType>(
  type: Type,
  row: OrderCardRow,
): MappedOrderFields<Type, string, number> => storedToFields(type, toStoredRow(row), (amount): number => amount)
