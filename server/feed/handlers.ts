// The operations around the events of the card processor.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Handler, type LinkContext, refuse, type Refusal } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { feedExceptions, resolveFeedException, retryFeedException, takeFeedException } from './exceptions.ts'
import { toFeedTarget } from './feed-target.ts'
import { confirmFeedFile, feedFiles, rejectFeedFile, uploadFeedFile } from './files.ts'
import { ingest } from './ingest.ts'
import { findFeedKey } from '#server/keys/feed-keys.ts'
import type { FeedTarget } from './target.ts'
import { feedDayEvents, feedDays, storeTotals } from './totals.ts'

/**
 * Returns the target of a call. The caller is a machine user, or has a feed key in the parameters. Records the caller
 * and the source for the audit trail.
 */
async function authenticate(
  context: LinkContext,
  { key, source }: { readonly key: string; readonly source?: string | undefined },
): Promise<FeedTarget | Refusal> {
  const { db, client, now, machine } = context
  const receivedAt = new Date(now())
  if (machine) {
    if (machine.campaignIds !== undefined) return refuse(codes.notAuthorized, m.feed_allCampaignsNeeded)
    if (source === undefined) return refuseParameter('source', m.feed_sourceForm)
    context.setActor({ userId: machine.userId, ownerId: machine.ownerId })
    context.setSubject('feed', source)
    return toFeedTarget(db, machine.ownerId, source, receivedAt)
  }
  const feedKey = await findFeedKey(db, client.ownerId, key)
  if (!feedKey) return refuse(codes.notAuthorized, m.feed_keyNotValid)
  if (source !== undefined && source !== feedKey.source) return refuseParameter('source', m.feed_sourceForm)
  await db.updateTable('feed_key').set({ last_used_at: receivedAt }).where('id', '=', feedKey.id).execute()
  context.setActor({ ownerId: feedKey.ownerId })
  context.setSubject('feed', feedKey.source)
  return toFeedTarget(db, feedKey.ownerId, feedKey.source, receivedAt)
}

const feedEvents: Handler<'feedEvents'> = async (context, { events, ...caller }) => {
  const target = await authenticate(context, caller)
  if ('refusalCode' in target) return target
  context.recordValues({ rows: events.length })
  return { outcomes: await ingest(context.db, target, events) }
}

const feedTotals: Handler<'feedTotals'> = async (context, { totals, ...caller }) => {
  const target = await authenticate(context, caller)
  if ('refusalCode' in target) return target
  context.recordValues({ rows: totals.length })
  const comparedTotals = await storeTotals(context.db, target, context.client, totals)
  return 'refusalCode' in comparedTotals ? comparedTotals : { totals: comparedTotals }
}

export const feedHandlers = {
  feedEvents,
  feedTotals,
  feedDays,
  feedDayEvents,
  feedExceptions,
  takeFeedException,
  resolveFeedException,
  retryFeedException,
  feedFiles,
  uploadFeedFile,
  confirmFeedFile,
  rejectFeedFile,
}
