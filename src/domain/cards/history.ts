// The events in a card's history and their words. Every action leaves an event.
import * as say from '#words/domain/cards.ts'

export const cardEventKinds = [
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

export type CardEventKind = (typeof cardEventKinds)[number]

export const cardEventWords: Readonly<Record<CardEventKind, string>> = {
  activated: say.activated,
  stopped: say.stopped,
  unstopped: say.unstopped,
  retired: say.retired,
  pinChanged: say.pinChanged,
  magstripeOn: say.magneticStripeEnabled,
  magstripeOff: say.magneticStripeDisabled,
  devalued: say.devalued,
  feeInserted: say.feeInserted,
  feeReversed: say.feeReversed,
}

/** Maximum number of events shown; no card has more. */
export const MAX_CARD_EVENTS = 500
