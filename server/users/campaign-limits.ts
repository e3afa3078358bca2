// Limits users to campaigns, and decides who can change these limits. No one can grant a campaign without having this
// campaign. The rule applies to the campaigns that both the user's limit and the limit of the user's group allow.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { campaignsInScope, isWithin, intersectCampaignLimits, type Scope } from '#server/operations/scope.ts'
import type { Phrase } from '#server/stored-text.ts'
import { sql } from 'kysely'
import { campaignsOfUser, type UserRow } from './queries.ts'

interface CampaignChange {
  readonly user: UserRow | undefined
  readonly group: { readonly campaign_ids: number[] | null }
  /** The campaigns in the call. An empty list removes the limit. Undefined leaves the user's campaigns unchanged. */
  readonly campaignIds: readonly string[] | undefined
}

type CheckedCampaigns =
  | { readonly ids: number[] | null }
  | { readonly error: Phrase; readonly code: typeof codes.notFound | typeof codes.refusedState }

/** Returns the ids to store, or why they are refused. Null for all campaigns. */
export async function validateUserCampaigns(
  { db, viewer }: SessionContext,
  { user: existingUser, group, campaignIds: requestedIds }: CampaignChange,
): Promise<CheckedCampaigns> {
  const previousIds = existingUser?.campaign_ids ?? null
  const ids = requestedIds === undefined ? previousIds : textsToIds(requestedIds)
  const isChanged = ids?.join() !== previousIds?.join()
  if (isChanged && existingUser?.id === viewer.userId)
    return { error: m.users_cannotChangeOwnCampaigns, code: codes.refusedState }
  const addedIds = (ids ?? []).filter((id) => !previousIds?.includes(id))
  if (!(await allExist(db, viewer, addedIds))) return { error: m.common_thereIsNoSuchCampaign, code: codes.notFound }
  const effectiveCampaigns = intersectCampaignLimits(ids, group.campaign_ids)
  if (effectiveCampaigns?.length === 0) return { error: m.users_noCampaignLeft, code: codes.refusedState }
  // Campaigns that the user already has do not count as granted.
  const grantsMore = existingUser === undefined || !isWithin(effectiveCampaigns, campaignsOfUser(existingUser))
  if (grantsMore && !isWithin(effectiveCampaigns, viewer.campaignIds))
    return { error: m.users_campaignsBeyondViewer, code: codes.refusedState }
  return { ids }
}

/** An empty list becomes null, which means all campaigns. The ids are sorted, so that equal sets are equal lists. */
function textsToIds(texts: readonly string[]): number[] | null {
  if (texts.length === 0) return null
  return [...new Set(texts.map(Number))].sort((a, b) => a - b)
}

async function allExist(db: Db, scope: Scope, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM campaign c WHERE ${campaignsInScope(scope, 'c')} AND c.id = ANY(${ids}::bigint[])
  `.execute(db)
  return rows[0]?.count === ids.length
}
