// What can stand in a card's history, and the words for it (cards §4: every action leaves its trace).

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
  activated: 'Activated',
  stopped: 'Stopped',
  unstopped: 'Unstopped',
  retired: 'Retired',
  pinChanged: 'PIN changed',
  magstripeOn: 'Magnetic stripe enabled',
  magstripeOff: 'Magnetic stripe disabled',
  devalued: 'Devalued',
  feeInserted: 'Fee inserted',
  feeReversed: 'Fee reversed',
}

/** The newest events that are shown; a card does not come near in its life. */
export const MAX_CARD_EVENTS = 500
