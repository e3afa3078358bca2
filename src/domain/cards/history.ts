// What can stand in a card's history, and the words for it (cards §4: every action leaves its trace).
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

/** The newest events that are shown; a card does not come near in its life. */
export const MAX_CARD_EVENTS = 500
