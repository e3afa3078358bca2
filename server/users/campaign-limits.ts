// Limits users to campaigns, and decides who can set that. No one can grant campaigns that they do not have, however
// the limits of the user and of the group combine.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { campaignsInScope, isWithin, limitsToCampaigns, type Scope } from '#server/operations/scope.ts'
import { sql } from 'kysely'
import { campaignsOfUser, type UserRow } from './queries.ts'

interface Wanted {
  readonly known: UserRow | undefined
  readonly group: { readonly campaign_ids: number[] | null }
  /** As given by the caller. Undefined leaves them unchanged. */
  readonly given: readonly string[] | undefined
}

type Limits =
  | { readonly ids: number[] | null; readonly fault?: undefined }
  | { readonly fault: string; readonly code: typeof codes.notFound | typeof codes.refusedState }

export async function limitsToSet({ db, viewer }: SessionContext, { known, group, given }: Wanted): Promise<Limits> {
  const before = known?.campaign_ids ?? null
  const ids = given === undefined ? before : textsToIds(given)
  const isChanged = ids?.join() !== before?.join()
  if (isChanged && known?.id === viewer.userId)
    return { fault: m.users_cannotChangeOwnCampaigns(), code: codes.refusedState }
  const added = (ids ?? []).filter((id) => !before?.includes(id))
  if (!(await areThere(db, viewer, added))) return { fault: m.common_thereIsNoSuchCampaign(), code: codes.notFound }
  const after = limitsToCampaigns(ids, group.campaign_ids)
  if (after?.length === 0) return { fault: m.users_noCampaignLeft(), code: codes.refusedState }
  // Campaigns that the user already has do not count as granted.
  const isGiven = known === undefined || !isWithin(after, campaignsOfUser(known))
  if (isGiven && !isWithin(after, viewer.campaignIds))
    return { fault: m.users_campaignsBeyondViewer(), code: codes.refusedState }
  return { ids }
}

/** Sorted, so that equal sets of campaigns are equal lists. */
const textsToIds = (texts: readonly string[]): number[] | null =>
  texts.length === 0 ? null : [...new Set(texts.map(Number))].sort((a, b) => a - b)

async function areThere(db: Db, scope: Scope, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM campaign c WHERE ${campaignsInScope(scope, 'c')} AND c.id = ANY(${ids}::bigint[])
  `.execute(db)
  return rows[0]?.count === ids.length
}
