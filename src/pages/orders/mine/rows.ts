// Own orders as the list shows them.
import type { MyOrder } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import { orderOutcome, orderToStanding, orderTypeWords } from '#domain/order/standing.ts'
import { sizeOf } from '../words.ts'

export interface MyOrderRow extends MyOrder {
  readonly TYPE: string
  /** The state in words, by which its column sorts. */
  readonly STATE: string
  /** A rejection's reason, or how far the cards have come. */
  readonly RESULT: string
}

export const orderToMyRow = (order: MyOrder): MyOrderRow => ({
  ...order,
  TYPE: orderTypeWords[order.kind],
  STATE: orderToStanding(order.state).words,
  RESULT: order.state === 'rejected' ? (order.rejectReason ?? 'No reason was given') : orderOutcome(order),
})

/** '12 virtual cards, S$ 240.00'. */
export const myOrderSize = ({ kind, cardsCount, totalLoadAmount }: MyOrder): string =>
  sizeOf(kind, cardsCount, totalLoadAmount)

export const myOrderColumns: readonly Column<MyOrderRow>[] = [
  { key: 'orderId', label: 'Order', format: 'status' },
  { key: 'campaignName', label: 'Campaign', format: 'text' },
  { key: 'totalLoadAmount', label: 'Load amount', format: 'amount' },
  { key: 'totalFee', label: 'Fee', format: 'amount' },
  { key: 'STATE', label: 'Status', format: 'status' },
  { key: 'orderedAt', label: 'Ordered', format: 'instant' },
  { key: 'RESULT', label: 'Result', format: 'text', on: 'files' },
  { key: 'TYPE', label: 'Type', format: 'text', on: 'files' },
  { key: 'cardsCount', label: 'Cards', format: 'count', on: 'files' },
  { key: 'quotationNumber', label: 'Quotation number', format: 'text', on: 'files' },
  { key: 'fileName', label: 'File', format: 'text', on: 'files' },
  { key: 'currency', label: 'Currency', format: 'text', on: 'files' },
  { key: 'finalAt', label: 'Final', format: 'instant', on: 'files' },
  { key: 'decidedBy', label: 'Decided by', format: 'text', on: 'files' },
  { key: 'decidedAt', label: 'Decided', format: 'instant', on: 'files' },
  { key: 'cancelledAt', label: 'Cancelled', format: 'instant', on: 'files' },
]
