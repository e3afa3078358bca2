// The table of a checker's decisions about an order: the question, the effect in a sentence, and a verb with its
// object.
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { refuseOrderDecision, refuseOrderRetry, type OrderToDecide } from '#domain/order/decisions.ts'
import { cardsToWords } from '#domain/order/words.ts'
import type { OrderChange } from '#flows/pending-changes/order-changes.ts'
import * as say from '#words/pages/orders/approve.ts'
import type { OrderRow } from '../fields.ts'
import { feeWords, orderAmount, sizeOf } from '../words.ts'
import { orderSize } from './rows.ts'

export type OrderDecision = Extract<OrderChange, 'approve' | 'reject' | 'retry'>

/** A decision that the dialog asks about. */
export interface DecidingOrder {
  readonly decision: OrderDecision
  readonly order: VirtualCardOrdersBatchLoad
}

interface DecisionKind {
  readonly question: (id: string) => string
  readonly effect: (order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]) => string
  readonly confirm: (order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]) => string
  readonly danger?: boolean
  /** True if the decision moves money: it cannot be sent before the current rows are loaded. */
  readonly needsFresh: boolean
  readonly refuse: (order: OrderToDecide, viewerId: string) => string | undefined
}

export const orderDecisions: Readonly<Record<OrderDecision, DecisionKind>> = {
  approve: {
    question: (id) => say.approveOrder(id),
    effect: (order) =>
      say.approvalEffect(
        cardsToWords(order.cardsCount, 'virtual'),
        order.campaignName,
        orderAmount(order.totalLoadAmount),
        feeWords(order.totalLoadAmount, order.totalFee),
      ),
    confirm: (order) => say.approveSize(orderSize(order)),
    needsFresh: true,
    refuse: refuseOrderDecision,
  },
  reject: {
    question: (id) => say.rejectOrder(id),
    effect: (order) => say.rejectionEffect(order.cardsCount, cardsToWords(order.cardsCount, 'virtual')),
    confirm: (order) => say.rejectSize(orderSize(order)),
    danger: true,
    needsFresh: false,
    refuse: refuseOrderDecision,
  },
  retry: {
    question: (id) => say.issueRestOfOrder(id),
    effect: (order, rows) => {
      const { cards, loadMinor } = restOf(rows)
      const fee = order.cardsCount === 0 ? 0 : Math.round((order.totalFee / order.cardsCount) * cards)
      return say.retryEffect(cardsToWords(cards, 'virtual'), orderAmount(loadMinor), feeWords(loadMinor, fee))
    },
    confirm: (_, rows) => {
      const { cards, loadMinor } = restOf(rows)
      return say.issueSize(sizeOf('virtual', cards, loadMinor))
    },
    needsFresh: true,
    refuse: refuseOrderRetry,
  },
}

function restOf(rows: readonly OrderRow[]) {
  const failed = rows.filter(({ state }) => state === 'failed')
  return { cards: failed.length, loadMinor: failed.reduce((sum, { loadAmount }) => sum + loadAmount, 0) }
}
