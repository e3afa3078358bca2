// The webhook message about events that could not be applied.
import type { FeedEvent } from '#contract/feed.ts'
import type { FeedFault } from '#domain/feed/event-types.ts'
import type { Db } from '#server/operations/context.ts'
import { addWebhook } from '#server/webhooks/add.ts'

/** An event that could not be applied, as a row of feed_exception. */
export interface ListedEvent {
  readonly id: number
  readonly source: string
  readonly event_id: string
  readonly fault: FeedFault
  readonly content: FeedEvent
}

/** Adds one message about all these events. The transaction has just added them to feed_exception. */
export async function announceListed(
  trx: Db,
  ownerId: number,
  at: Date,
  listedEvents: readonly ListedEvent[],
): Promise<void> {
  const [firstEvent] = listedEvents
  if (!firstEvent) return
  const exceptions = listedEvents.map(({ id, source, event_id, fault, content }) => ({
    exceptionId: String(id),
    source,
    eventId: event_id,
    kind: content.kind,
    fault,
    trackingNumber: content.trackingNumber,
  }))
  const messageId = `exception-${firstEvent.id}-${at.getTime()}`
  await addWebhook(trx, { messageId, ownerId, at, type: 'card.exception', data: { exceptions } })
}
