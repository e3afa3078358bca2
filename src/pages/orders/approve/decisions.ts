// A checker's decisions about an order as a table: the question, the effect in a sentence, and the verb with its object.
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { refuseOrderDecision, refuseOrderRetry, type OrderToDecide } from '#domain/order/decisions.ts'
import { cardsToWords } from '#domain/order/words.ts'
import type { OrderChange } from '#flows/unanswered/orders.ts'
import type { OrderRow } from '../fields.ts'
import { feeWords, orderAmount, sizeOf } from '../words.ts'
import { orderSize } from './rows.ts'

export type OrderDecision = Extract<OrderChange, 'approve' | 'reject' | 'retry'>

/** A decision on its way to the dialog. */
export interface DecidingOrder {
  readonly decision: OrderDecision
  readonly order: VirtualCardOrdersBatchLoad
}

interface DecisionKind {
  readonly question: (id: string) => string
  readonly effect: (order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]) => string
  readonly confirm: (order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]) => string
  readonly danger?: boolean
  /** It moves money: nothing is sent before the newest rows are here. */
  readonly needsFresh: boolean
  readonly refuse: (order: OrderToDecide, viewerId: string) => string | undefined
}

export const orderDecisions: Readonly<Record<OrderDecision, DecisionKind>> = {
  approve: {
    question: (id) => `Approve order ${id}?`,
    effect: (order) =>
      `${cardsToWords(order.cardsCount, 'virtual')} of ${order.campaignName} will be issued as soon as you approve. ` +
      `${orderAmount(order.totalLoadAmount)} is taken from the funding account and put on them.` +
      `${feeWords(order.totalLoadAmount, order.totalFee)} An approval cannot be undone.`,
    confirm: (order) => `Approve ${orderSize(order)}`,
    needsFresh: true,
    refuse: refuseOrderDecision,
  },
  reject: {
    question: (id) => `Reject order ${id}?`,
    effect: (order) =>
      `${order.cardsCount === 1 ? 'The virtual card' : `None of the ${cardsToWords(order.cardsCount, 'virtual')}`} will ` +
      `${order.cardsCount === 1 ? 'not ' : ''}be issued and no money moves. Its maker can order the rows again. ` +
      'A rejection cannot be undone.',
    confirm: (order) => `Reject ${orderSize(order)}`,
    danger: true,
    needsFresh: false,
    refuse: refuseOrderDecision,
  },
  retry: {
    question: (id) => `Issue the rest of order ${id}?`,
    effect: (order, rows) => {
      const { cards, loadMinor } = restOf(rows)
      const fee = order.cardsCount === 0 ? 0 : Math.round((order.totalFee / order.cardsCount) * cards)
      return (
        `${cardsToWords(cards, 'virtual')} with ${orderAmount(loadMinor)} in all will be tried again at once.` +
        `${feeWords(loadMinor, fee)} Cards that are issued already stay as they are.`
      )
    },
    confirm: (_, rows) => {
      const { cards, loadMinor } = restOf(rows)
      return `Issue ${sizeOf('virtual', cards, loadMinor)}`
    },
    needsFresh: true,
    refuse: refuseOrderRetry,
  },
}

function restOf(rows: readonly OrderRow[]) {
  const failed = rows.filter(({ state }) => state === 'failed')
  return { cards: failed.length, loadMinor: failed.reduce((sum, { loadAmount }) => sum + loadAmount, 0) }
}
