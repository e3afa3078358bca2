// The events of the card processor that were not applied, the totals that differ, and the files that wait, for Home.
import { sql } from 'kysely'
import { inScope, type Scope } from '#server/operations/scope.ts'

/**
 * The events of the viewer's campaigns that were not applied. An event of an unknown card belongs to no campaign, so
 * every user with the permission sees it.
 */
export const unappliedEventsQuery = (viewer: Scope) =>
  sql<{ count: number; oldest: string | null }>`
    SELECT count(*)::integer AS count, min(x.found_at) AS oldest
    FROM feed_exception x
    LEFT JOIN feed_event e ON e.id = x.feed_event_id
    LEFT JOIN card c ON c.id = e.card_id
    WHERE x.owner_id = ${viewer.ownerId} AND x.resolved_at IS NULL AND (c.id IS NULL OR ${inScope(viewer, 'c')})`

export function feedDifferencesQuery({ ownerId, campaignIds }: Scope) {
  const isVisibleSql = campaignIds === undefined ? sql`true` : sql`campaign_id = ANY (${[...campaignIds]}::bigint[])`
  return sql<{ count: number; oldest: string | null }>`
    SELECT count(*)::integer AS count, min(day)::text AS oldest FROM feed_total
    WHERE owner_id = ${ownerId} AND differs AND ${isVisibleSql}`
}

/** The files of events that wait for a decision of this user. */
export const feedFilesQuery = ({ ownerId, userId }: { readonly ownerId: number; readonly userId: number }) =>
  sql<{ count: number; oldest: string | null }>`
    SELECT count(*)::integer AS count, min(uploaded_at) AS oldest FROM feed_file
    WHERE owner_id = ${ownerId} AND decided_by IS NULL AND uploaded_by <> ${userId}`
