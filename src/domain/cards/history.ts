// The events in a card's history and their labels. Every action adds an event.
import { m } from '#words/messages.js'

export const cardEventTypes = [
  'activated',
  'stopped',
  'unstopped',
  'retired',
  'pinChanged',
  'magstripeOn',
  'magstripeOff',
  'devalued',
  'feeInserted',
  'feeReversed',
] as const

export type CardEventType = (typeof cardEventTypes)[number]

export const cardEventLabels: Readonly<Record<CardEventType, string>> = {
  get activated() {
    return m.common_activatedLabel()
  },
  get stopped() {
    return m.cards_stopped()
  },
  get unstopped() {
    return m.cards_unstopped()
  },
  get retired() {
    return m.common_retiredLabel()
  },
  get pinChanged() {
    return m.cards_pinChanged()
  },
  get magstripeOn() {
    return m.common_magneticStripeEnabled()
  },
  get magstripeOff() {
    return m.cards_magneticStripeDisabled()
  },
  get devalued() {
    return m.common_devaluedLabel()
  },
  get feeInserted() {
    return m.cards_feeInserted()
  },
  get feeReversed() {
    return m.cards_feeReversed()
  },
}

/** Maximum number of events shown; no card has more. */
export const MAX_CARD_EVENTS = 500
