// The user's orders as rows of the list.
import type { MyOrder } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import { orderOutcome, orderToStanding, orderTypeWords } from '#domain/order/standing.ts'
import * as say from '#words/pages/orders/mine.ts'
import { FEES_CHARGED, LOADED, sizeOf } from '../words.ts'

export interface MyOrderRow extends MyOrder {
  readonly TYPE: string
  /** The state as text, for sorting. */
  readonly STATE: string
  /** The reason for a rejection or for another user's cancellation, or the progress of the cards. */
  readonly RESULT: string
}

export const orderToMyRow = (order: MyOrder): MyOrderRow => ({
  ...order,
  TYPE: orderTypeWords[order.kind],
  STATE: orderToStanding(order.state).words,
  RESULT: resultOf(order),
})

function resultOf(order: MyOrder): string {
  if (order.state === 'rejected') return order.rejectReason ?? say.noReasonGiven
  if (order.cancelledBy) return say.cancelledByFor(order.cancelledBy, order.cancelReason ?? say.noReasonGiven)
  return orderOutcome(order)
}

/** '12 virtual cards, S$ 240.00'. */
export const myOrderSize = ({ kind, cardsCount, totalLoadAmount }: MyOrder): string =>
  sizeOf(kind, cardsCount, totalLoadAmount)

export const myOrderColumns: readonly Column<MyOrderRow>[] = [
  { key: 'orderId', label: say.order, format: 'status' },
  { key: 'campaignName', label: say.campaign, format: 'text' },
  { key: 'totalLoadAmount', label: say.loadAmount, format: 'amount' },
  { key: 'totalFee', label: say.fee, format: 'amount' },
  { key: 'STATE', label: say.status, format: 'status' },
  { key: 'orderedAt', label: say.ordered, format: 'instant' },
  { key: 'RESULT', label: say.result, format: 'text', on: 'files' },
  { key: 'TYPE', label: say.type, format: 'text', on: 'files' },
  { key: 'cardsCount', label: say.cards, format: 'count', on: 'files' },
  { key: 'issuedLoadAmount', label: LOADED, format: 'amount', on: 'files' },
  { key: 'issuedFee', label: FEES_CHARGED, format: 'amount', on: 'files' },
  { key: 'quotationNumber', label: say.quotationNumber, format: 'text', on: 'files' },
  { key: 'fileName', label: say.file, format: 'text', on: 'files' },
  { key: 'currency', label: say.currency, format: 'text', on: 'files' },
  { key: 'finalAt', label: say.final, format: 'instant', on: 'files' },
  { key: 'decidedBy', label: say.decidedBy, format: 'text', on: 'files' },
  { key: 'decidedAt', label: say.decided, format: 'instant', on: 'files' },
  { key: 'cancelledAt', label: say.cancelled, format: 'instant', on: 'files' },
]
