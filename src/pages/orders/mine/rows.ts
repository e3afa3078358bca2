// The user's orders as rows of the list.
import { m } from '#words/messages.js'
import type { MyOrder } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import { orderProgressToText, orderToStatus, orderTypeLabels } from '#domain/order/status.ts'
import { FEES_CHARGED_LABEL, LOADED_LABEL, sizeOf } from '../words.ts'

/** An order of the API with texts for the list. */
export interface MyOrderRow extends MyOrder {
  readonly typeText: string
  /** The state as text, for sorting. */
  readonly stateText: string
  /** The reason for a rejection or for another user's cancellation, or the progress of the cards; can be ''. */
  readonly resultText: string
}

export const orderToMyRow = (order: MyOrder): MyOrderRow => ({
  ...order,
  typeText: orderTypeLabels[order.kind],
  stateText: orderToStatus(order.state).label,
  resultText: resultToText(order),
})

function resultToText(order: MyOrder): string {
  if (order.state === 'rejected') return order.rejectReason ?? m.common_noReasonGiven()
  if (order.cancelledBy)
    return m.orders_cancelledByWithReason({
      who: order.cancelledBy,
      reason: order.cancelReason ?? m.common_noReasonGiven(),
    })
  return orderProgressToText(order)
}

/** '12 virtual cards, S$ 240.00'. */
export const myOrderSize = ({ kind, cardsCount, totalLoadAmount }: MyOrder): string =>
  sizeOf(kind, { cardCount: cardsCount, loadMinor: totalLoadAmount })

export const myOrderColumns: readonly Column<MyOrderRow>[] = [
  { key: 'orderId', label: m.common_order(), format: 'shortText' },
  { key: 'campaignName', label: m.common_campaign(), format: 'text' },
  { key: 'totalLoadAmount', label: m.common_loadAmount(), format: 'amount' },
  { key: 'totalFee', label: m.common_fee(), format: 'amount', wideOnly: true },
  { key: 'stateText', label: m.common_status(), format: 'shortText' },
  { key: 'orderedAt', label: m.common_ordered(), format: 'instant' },
  { key: 'resultText', label: m.common_result(), format: 'text', onlyOn: 'files' },
  { key: 'typeText', label: m.common_type(), format: 'text', onlyOn: 'files' },
  { key: 'cardsCount', label: m.common_cardsLabel(), format: 'count', onlyOn: 'files' },
  { key: 'issuedLoadAmount', label: LOADED_LABEL, format: 'amount', onlyOn: 'files' },
  { key: 'issuedFee', label: FEES_CHARGED_LABEL, format: 'amount', onlyOn: 'files' },
  { key: 'quotationNumber', label: m.common_quotationNumberLabel(), format: 'text', onlyOn: 'files' },
  { key: 'fileName', label: m.common_fileLabel(), format: 'text', onlyOn: 'files' },
  { key: 'currency', label: m.common_currency(), format: 'text', onlyOn: 'files' },
  { key: 'finalAt', label: m.orders_final(), format: 'instant', onlyOn: 'files' },
  { key: 'decidedBy', label: m.common_decidedBy(), format: 'text', onlyOn: 'files' },
  { key: 'decidedAt', label: m.orders_decided(), format: 'instant', onlyOn: 'files' },
  { key: 'cancelledAt', label: m.orders_cancelled(), format: 'instant', onlyOn: 'files' },
]
