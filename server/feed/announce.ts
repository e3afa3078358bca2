// The message of webhooks about events that could not be applied.
import type { FeedEvent } from '#contract/feed.ts'
import type { FeedFault } from '#domain/feed/event-types.ts'
import type { Db } from '#server/operations/context.ts'
import { addWebhook } from '#server/webhooks/add.ts'

/** An event that was listed, as the list stores it. */
export interface ListedEvent {
  readonly id: number
  readonly source: string
  readonly event_id: string
  readonly fault: FeedFault
  readonly content: FeedEvent
}

/** One message for all events that one transaction has listed. */
export async function announceListed(
  trx: Db,
  ownerId: number,
  at: Date,
  listed: readonly ListedEvent[],
): Promise<void> {
  const [first] = listed
  if (!first) return
  const exceptions = listed.map(({ id, source, event_id, fault, content }) => ({
    exceptionId: String(id),
    source,
    eventId: event_id,
    kind: content.kind,
    fault,
    trackingNumber: content.trackingNumber,
  }))
  const messageId = `exception-${first.id}-${at.getTime()}`
  await addWebhook(trx, { messageId, ownerId, at, type: 'card.exception', data: { exceptions } })
}
