// The table of the events of a card processor, and the reasons why an event is not applied.

/** What the event does to the money of the card. */
type MoneyEffect = 'takes' | 'gives' | 'reverses' | 'none'

interface FeedTypeInfo {
  readonly money: MoneyEffect
}

export const feedTypes = {
  authorisation: { money: 'none' },
  increment: { money: 'none' },
  completion: { money: 'none' },
  release: { money: 'none' },
  expiry: { money: 'none' },
  clearing: { money: 'takes' },
  refund: { money: 'gives' },
  fee: { money: 'takes' },
  load: { money: 'gives' },
  reversal: { money: 'reverses' },
  decline: { money: 'none' },
  chargebackRequested: { money: 'none' },
  chargebackProcessed: { money: 'none' },
  chargebackRejected: { money: 'none' },
  chargebackReversed: { money: 'none' },
  secondPresentment: { money: 'none' },
  cardStatus: { money: 'none' },
} as const satisfies Record<string, FeedTypeInfo>

export type FeedEventType = keyof typeof feedTypes
/** Typed as not empty, as `z.enum` requires. */
export const feedEventTypes = Object.keys(feedTypes) as [FeedEventType, ...FeedEventType[]]

/** The reasons why an event was not applied. A user has to look at such an event. */
export const feedFaults = [
  'unknownCard',
  'otherCurrency',
  'inFuture',
  'unknownFeeType',
  'unknownStopReason',
  // An authorisation has the number of an earlier authorisation, or a reversal differs from its original in amount or card.
  'contradiction',
  // The transaction has been reversed before.
  'reversedBefore',
  // The same source has sent another event with this id.
  'otherContent',
  // The event refers to another event, which has not arrived within a day.
  'originalMissing',
] as const
export type FeedFault = (typeof feedFaults)[number]

/** Maximum length of the note about what was done with an event. */
export const MAX_FEED_NOTE = 500

/** A hold is released after this many days, unless its campaign has another number. */
export const DEFAULT_HOLD_DAYS = 7
