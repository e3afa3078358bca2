// The events in a card's history and their labels. Every action adds an event.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'

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

export const cardEventLabels = withTexts<Readonly<Record<CardEventType, string>>>({
  activated: textOf(m.common_activatedLabel),
  stopped: textOf(m.cards_stopped),
  unstopped: textOf(m.cards_unstopped),
  retired: textOf(m.common_retiredLabel),
  pinChanged: textOf(m.cards_pinChanged),
  magstripeOn: textOf(m.common_magneticStripeEnabled),
  magstripeOff: textOf(m.cards_magneticStripeDisabled),
  devalued: textOf(m.common_devaluedLabel),
  feeInserted: textOf(m.cards_feeInserted),
  feeReversed: textOf(m.cards_feeReversed),
})

/** Maximum number of events shown; no card has more. */
export const MAX_CARD_EVENTS = 500
