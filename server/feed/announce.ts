// The webhook message about events that could not be applied.
import type { FeedEvent } from '#contract/feed.ts'
import type { FeedFault } from '#domain/feed/event-types.ts'
import type { Db } from '#server/operations/context.ts'
import { addWebhook } from '#server/webhooks/add.ts'

/** A row of feed_exception: an event that could not be applied. */
export interface AnnouncedException {
  readonly id: number
  readonly source: string
  readonly event_id: string
  readonly fault: FeedFault
  readonly content: FeedEvent
}

/** Adds one message about all these exceptions, which the transaction has just stored. */
export async function announceExceptions(
  trx: Db,
  ownerId: number,
  at: Date,
  storedExceptions: readonly AnnouncedException[],
): Promise<void> {
  const [firstException] = storedExceptions
  if (!firstException) return
  const exceptions = storedExceptions.map(({ id, source, event_id, fault, content }) => ({
    exceptionId: String(id),
    source,
    eventId: event_id,
    kind: content.kind,
    fault,
    trackingNumber: content.trackingNumber,
  }))
  const messageId = `exception-${firstException.id}-${at.getTime()}`
  await addWebhook(trx, { messageId, ownerId, at, type: 'card.exception', data: { exceptions } })
}
