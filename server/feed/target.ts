// The programme that receives events, the events as they are stored, and what they lead to.
import type { FeedEvent } from '#contract/feed.ts'
import type { FeedEventType, FeedFault } from '#domain/feed/event-types.ts'

/** The programme that receives the events, and their source. */
export interface FeedTarget {
  readonly ownerId: number
  readonly currency: string
  readonly source: string
  readonly receivedAt: Date
}

export interface StoredEvent {
  readonly id: number
  readonly cardId: number | null
  readonly event: FeedEvent
  /** False if an earlier call has stored the event. */
  readonly isNew: boolean
}

/** A stored event whose card is known. */
export interface CardEvent<E extends FeedEvent = FeedEvent> extends StoredEvent {
  readonly cardId: number
  readonly event: E
}

/** The events of a kind: `EventOf<'clearing'>`. */
export type EventOf<K extends FeedEventType> = Extract<FeedEvent, { kind: K }>

/** What an event has led to. */
export interface Effect {
  readonly state: 'done' | 'waiting' | 'exception'
  readonly fault?: FeedFault
  readonly transactionId?: number | undefined
  readonly feeTransactionId?: number | undefined
}

/** The effects by the ids of the stored events. */
export type Effects = Map<number, Effect>

/** A filter for events of these kinds: `events.filter(isKind('clearing', 'refund'))`. */
export const isKind =
  <const K extends FeedEventType>(...kinds: readonly K[]) =>
  (stored: CardEvent): stored is CardEvent<EventOf<K>> =>
    (kinds as readonly FeedEventType[]).includes(stored.event.kind)
