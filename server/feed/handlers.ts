// The operations around the events of the card processor.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Handler, type LinkContext, refuse } from '#server/operations/context.ts'
import { feedExceptions, resolveFeedException, retryFeedException, takeFeedException } from './exceptions.ts'
import { toFeedTarget } from './feed-target.ts'
import { ingest } from './ingest.ts'
import { findFeedKey } from '#server/keys/feed-keys.ts'
import type { FeedTarget } from './target.ts'

/** Returns the target of a call by key, and names its owner in the audit trail. */
async function authenticate(context: LinkContext, key: string): Promise<FeedTarget | undefined> {
  const { db, client, now } = context
  const feedKey = await findFeedKey(db, client.ownerId, key)
  if (!feedKey) return undefined
  const receivedAt = new Date(now())
  await db.updateTable('feed_key').set({ last_used_at: receivedAt }).where('id', '=', feedKey.id).execute()
  context.setActor({ ownerId: feedKey.ownerId })
  context.setSubject('feed', feedKey.source)
  return toFeedTarget(db, feedKey.ownerId, feedKey.source, receivedAt)
}

const feedEvents: Handler<'feedEvents'> = async (context, { key, events }) => {
  const target = await authenticate(context, key)
  if (!target) return refuse(codes.notAuthorized, m.feed_keyNotValid)
  context.recordValues({ rows: events.length })
  return { outcomes: await ingest(context.db, target, events) }
}

export const feedHandlers = {
  feedEvents,
  feedExceptions,
  takeFeedException,
  resolveFeedException,
  retryFeedException,
}
