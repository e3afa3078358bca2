// The table of a checker's decisions about an order: the question, the effect in a sentence, and the label of the
// confirm button.
import { m } from '#words/messages.js'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import {
  orderApprovalRefusal,
  orderRejectionRefusal,
  orderRetryRefusal,
  type OrderToDecide,
} from '#domain/order/decisions.ts'
import { cardCountToText } from '#domain/order/words.ts'
import type { OrderChange } from '#flows/pending-changes/order-changes.ts'
import type { OrderRow } from '../order-rows.ts'
import { feeSentence, orderAmount, sizeOf } from '../words.ts'
import { orderSize } from './rows.ts'

export type OrderDecision = Extract<OrderChange, 'approve' | 'reject' | 'retry'>

interface DecisionKind {
  readonly question: (id: string) => string
  readonly effect: (order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]) => string
  readonly confirmLabel: (order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]) => string
  readonly danger?: boolean
  /** True if the decision moves money. Such a decision can only be sent once the current rows are loaded. */
  readonly needsCurrentRows: boolean
  /** Returns why the viewer cannot take the decision. Undefined if the viewer can. */
  readonly refusal: (order: OrderToDecide, viewerId: string) => string | undefined
}

export const orderDecisions: Readonly<Record<OrderDecision, DecisionKind>> = {
  approve: {
    question: (id) => m.orders_approveOrder({ id }),
    effect: (order) =>
      m.orders_approvalEffect({
        cards: cardCountToText(order.cardsCount, 'virtual'),
        campaignName: order.campaignName,
        amount: orderAmount(order.totalLoadAmount),
        feeSentence: feeSentence({ loadMinor: order.totalLoadAmount, feeMinor: order.totalFee }),
      }),
    confirmLabel: (order) => m.orders_approveSize({ order: orderSize(order) }),
    needsCurrentRows: true,
    refusal: orderApprovalRefusal,
  },
  reject: {
    question: (id) => m.orders_rejectOrder({ id }),
    effect: (order) =>
      m.orders_rejectionEffect({
        cardsCount: order.cardsCount,
        cards: cardCountToText(order.cardsCount, 'virtual'),
      }),
    confirmLabel: (order) => m.orders_rejectSize({ order: orderSize(order) }),
    danger: true,
    needsCurrentRows: false,
    refusal: orderRejectionRefusal,
  },
  retry: {
    question: (id) => m.orders_issueRestOfOrder({ id }),
    effect: (order, rows) => {
      const { cardCount, loadMinor } = failedCardsOf(rows)
      const feePerCard = order.cardsCount === 0 ? 0 : order.totalFee / order.cardsCount
      return m.orders_retryEffect({
        cards: cardCountToText(cardCount, 'virtual'),
        amount: orderAmount(loadMinor),
        feeSentence: feeSentence({ loadMinor, feeMinor: Math.round(feePerCard * cardCount) }),
      })
    },
    confirmLabel: (_order, rows) => m.orders_issueSize({ size: sizeOf('virtual', failedCardsOf(rows)) }),
    needsCurrentRows: true,
    refusal: orderRetryRefusal,
  },
}

/** The number of failed cards and their load amount in minor units. */
function failedCardsOf(rows: readonly OrderRow[]) {
  const failedRows = rows.filter(({ state }) => state === 'failed')
  const loadMinor = failedRows.reduce((sum, { loadAmount }) => sum + loadAmount, 0)
  return { cardCount: failedRows.length, loadMinor }
}
