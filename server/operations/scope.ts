// The part of an owner's programme that a user works with: all campaigns, or some of them. The only place that turns it
// into conditions, so that a card, order, batch or campaign outside the scope answers like one that does not exist.
import { type RawBuilder, sql } from 'kysely'

/** The scope of a viewer or a report: the owner, and the campaigns if they are limited. */
export interface Scope {
  readonly ownerId: number
  /** Undefined for all of them; an empty list for none. */
  readonly campaignIds: readonly number[] | undefined
}

/** For the server's own jobs. */
export const wholeOwner = (ownerId: number): Scope => ({ ownerId, campaignIds: undefined })

/** Limits as they are stored: null for none. The limits of the user and those of the group both apply. */
export function limitsToCampaigns(user: readonly number[] | null, group: readonly number[] | null) {
  if (user === null || group === null) return user ?? group ?? undefined
  return user.filter((id) => group.includes(id))
}

/** Whether all campaigns of one scope are within another's. */
export const isWithin = (inner: readonly number[] | undefined, outer: readonly number[] | undefined): boolean =>
  outer === undefined || (inner !== undefined && inner.every((id) => outer.includes(id)))

/** A condition on cards or orders: tables with `owner_id` and `campaign_id`. */
export const inScope = ({ ownerId, campaignIds }: Scope, alias: 'c' | 'o' | 'card'): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const ofOwner = sql`${column('owner_id')} = ${ownerId}`
  return campaignIds === undefined
    ? ofOwner
    : sql`${ofOwner} AND ${column('campaign_id')} = ANY(${campaignIds}::bigint[])`
}

/** A condition on campaigns. */
export const campaignsInScope = ({ ownerId, campaignIds }: Scope, alias: 'c' | 'p'): RawBuilder<unknown> => {
  const ofOwner = sql`${sql.ref(`${alias}.owner_id`)} = ${ownerId}`
  return campaignIds === undefined
    ? ofOwner
    : sql`${ofOwner} AND ${sql.ref(`${alias}.id`)} = ANY(${campaignIds}::bigint[])`
}

/** A condition on batches, called f: all campaigns that a batch can touch must be in the scope. */
export const batchesInScope = ({ ownerId, campaignIds }: Scope): RawBuilder<unknown> =>
  campaignIds === undefined
    ? sql`f.owner_id = ${ownerId}`
    : sql`f.owner_id = ${ownerId} AND f.campaign_ids <@ ${campaignIds}::bigint[]`

/** A condition on users u in groups g: none of these campaigns is outside their limits; null stands for any campaign. */
export const worksWith = (campaignIds: readonly number[] | null): RawBuilder<unknown> => {
  const within = (limits: string) =>
    campaignIds === null
      ? sql`${sql.ref(limits)} IS NULL`
      : sql`(${sql.ref(limits)} IS NULL OR ${campaignIds}::bigint[] <@ ${sql.ref(limits)})`
  return sql`${within('u.campaign_ids')} AND ${within('g.campaign_ids')}`
}
