// Finds the programme that receives the events of a source.
import { readCurrency } from '#server/funding/queries.ts'
import type { Db } from '#server/operations/context.ts'
import type { FeedTarget } from './target.ts'

/** The programme of an owner as the target of events from this source. */
export async function toFeedTarget(db: Db, ownerId: number, source: string, receivedAt: Date): Promise<FeedTarget> {
  return { ownerId, currency: await readCurrency(db, ownerId), source, receivedAt }
}
