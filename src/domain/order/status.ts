// The labels of an order's state, progress and type, with the tone of the state.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { BatchTone } from '../batch/words.ts'
import type { OrderType } from './types.ts'
import {
  hasIssuingStarted,
  type OrderState,
  orderStateLabels,
  type VirtualOrderFilter,
  virtualOrderFilters,
} from './states.ts'
import { issueResultToText } from './words.ts'
import { numberToText } from '#words/figures.ts'

/** `textOf(m.x)` is read as `m.x()` each time, in the current language. */
export const virtualOrderFilterLabels = withTexts<Readonly<Record<VirtualOrderFilter, string>>>({
  [virtualOrderFilters.awaiting]: textOf(m.common_awaitingApproval),
  [virtualOrderFilters.approved]: textOf(m.common_approved),
  [virtualOrderFilters.rejected]: textOf(m.common_rejectedLabel),
})

const tones: Readonly<Record<OrderState, BatchTone>> = {
  awaiting: 'waiting',
  placed: 'waiting',
  issuing: 'accent',
  readyForProduction: 'accent',
  issued: 'positive',
  partlyIssued: 'warning',
  rejected: 'critical',
  cancelled: 'neutral',
}

export const orderToStatus = (state: OrderState): { readonly label: string; readonly tone: BatchTone } => ({
  label: orderStateLabels[state],
  tone: tones[state],
})

interface OrderProgress {
  readonly state: OrderState
  readonly kind?: OrderType
  /** Only for physical orders: when the producer file was downloaded. */
  readonly fetchedAt?: string | null | undefined
  readonly cardsCount: number
  readonly issuedCount: number
  readonly failedCount: number
}

/** The progress of an order: '' before any card is issued, '3 of 12 issued' during issuing, then the result. */
export function orderProgressToText(order: OrderProgress): string {
  const { state, kind, cardsCount, issuedCount, failedCount, fetchedAt } = order
  if (state === 'issuing') {
    return m.orders_ofIssued({ issuedCount: numberToText(issuedCount), cardsCount: numberToText(cardsCount) })
  }
  if (!hasIssuingStarted(state)) return ''
  const isFileWaiting = kind === 'physical' && fetchedAt === null
  return issueResultToText({ issued: issuedCount, failed: failedCount, isFileWaiting })
}

/** 'Virtual', 'Physical': the type in a list. */
export const orderTypeLabels = withTexts<Readonly<Record<OrderType, string>>>({
  physical: textOf(m.orders_physicalCards),
  virtual: textOf(m.orders_virtualCardsLabel),
})
