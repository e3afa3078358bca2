// The scope of a user who is not signed in.
import type { Db } from './context.ts'
import { limitsToCampaigns, type Scope } from './scope.ts'

/** What a user can work with now, for later work of the server in the user's name. */
export async function scopeOfUser(db: Db, userId: number): Promise<Scope | undefined> {
  const user = await db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['u.owner_id', 'u.campaign_ids', 'g.campaign_ids as group_campaign_ids'])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return user && { ownerId: user.owner_id, campaignIds: limitsToCampaigns(user.campaign_ids, user.group_campaign_ids) }
}
