// The scope of a user in an owner's programme: all campaigns, or some of them. Only this file converts a scope to SQL
// conditions. A card, order, batch or campaign outside the scope is treated as not existing.
import { type RawBuilder, sql } from 'kysely'

/** The scope of a viewer or a report: the owner, and the campaigns if they are limited. */
export interface Scope {
  readonly ownerId: number
  /** Undefined means all campaigns. An empty list means no campaign. */
  readonly campaignIds: readonly number[] | undefined
}

/** The scope of the server's own jobs: all campaigns of the owner. */
export const ownerScope = (ownerId: number): Scope => ({ ownerId, campaignIds: undefined })

/** The campaigns that the limits of user and group both allow. Undefined if both are null, which means no limit. */
export function intersectCampaignLimits(userLimit: readonly number[] | null, groupLimit: readonly number[] | null) {
  if (userLimit === null) return groupLimit ?? undefined
  if (groupLimit === null) return userLimit
  return userLimit.filter((id) => groupLimit.includes(id))
}

/** True if all campaigns of `inner` are also in `outer`. Undefined means all campaigns. */
export function isWithin(inner: readonly number[] | undefined, outer: readonly number[] | undefined): boolean {
  if (outer === undefined) return true
  return inner !== undefined && inner.every((id) => outer.includes(id))
}

/** An SQL condition on cards or orders: tables with `owner_id` and `campaign_id`. */
export const inScope = ({ ownerId, campaignIds }: Scope, alias: 'c' | 'o' | 'card'): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const ownerCondition = sql`${column('owner_id')} = ${ownerId}`
  return campaignIds === undefined
    ? ownerCondition
    : sql`${ownerCondition} AND ${column('campaign_id')} = ANY(${campaignIds}::bigint[])`
}

/** An SQL condition on campaigns. */
export const campaignsInScope = ({ ownerId, campaignIds }: Scope, alias: 'c' | 'p'): RawBuilder<unknown> => {
  const ownerCondition = sql`${sql.ref(`${alias}.owner_id`)} = ${ownerId}`
  return campaignIds === undefined
    ? ownerCondition
    : sql`${ownerCondition} AND ${sql.ref(`${alias}.id`)} = ANY(${campaignIds}::bigint[])`
}

/** An SQL condition on batches, with the alias `f`: all campaigns of the batch's cards must be in the scope. */
export const batchesInScope = ({ ownerId, campaignIds }: Scope): RawBuilder<unknown> =>
  campaignIds === undefined
    ? sql`f.owner_id = ${ownerId}`
    : sql`f.owner_id = ${ownerId} AND f.campaign_ids <@ ${campaignIds}::bigint[]`

/**
 * An SQL condition on users `u` in groups `g`: true if the limits of both include all of these campaigns. Null means
 * all campaigns of the owner, which only users without limits can access.
 */
export const canAccessCampaignsSql = (campaignIds: readonly number[] | null): RawBuilder<unknown> => {
  const areAllowedBy = (limitsColumn: string) => {
    const limits = sql.ref(limitsColumn)
    if (campaignIds === null) return sql`${limits} IS NULL`
    return sql`(${limits} IS NULL OR ${campaignIds}::bigint[] <@ ${limits})`
  }
  return sql`${areAllowedBy('u.campaign_ids')} AND ${areAllowedBy('g.campaign_ids')}`
}
