// The current rights of users, without permissions that wait for a confirmation. The scope of a user can be read even
// if the user is not signed in.
import { sql } from 'kysely'
import type { Db } from './context.ts'
import { intersectCampaignLimits, type Scope } from './scope.ts'

/** SQL for the permissions that a user `u` in a group `g` has now. */
export const grantedPermissions = sql<string[]>`granted_permissions(u.id, g)`

/** SQL for the time at which the access of a user `u` ends. NULL for no end. */
export const accessEnd = sql<Date | null>`access_ends_at(u)`

type UserScope = Scope & { readonly permissions: readonly string[] }

/** The current scope of a user, for work that the server does later on behalf of the user. */
export async function findUserScope(db: Db, userId: number): Promise<UserScope | undefined> {
  const user = await db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select([
      'u.owner_id',
      'u.campaign_ids',
      'g.campaign_ids as group_campaign_ids',
      grantedPermissions.as('permissions'),
    ])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
  const campaignIds = intersectCampaignLimits(user.campaign_ids, user.group_campaign_ids)
  return { ownerId: user.owner_id, campaignIds, permissions: user.permissions }
}
