// At a sign-in, the company's login reports the user's groups. Gives the user the portal's group that belongs to these
// groups. If changes of groups wait for a second administrator, this change waits too. The company's directory
// (server/scim) gives groups in the same way. Rules: docs/rules/single-sign-on.md, "Groups".
import { codes } from '#contract/codes.ts'
import { type ChangedValues, changesBetween } from '#server/audit/audit-fields.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import type { CallContext, Db, Services } from '#server/operations/context.ts'
import { findUserById, hasOtherUserManager, lockUserChanges, type UserRow, userToAuditValues } from './queries.ts'
import { closeUndoneChanges, type Directory, findGainedRights, recordUserChange } from './user-changes.ts'

/**
 * Returns 'unknown' if the portal has no group with this name, or the user does not exist. The last user who can manage
 * users keeps their group, because no other user could give this group back. Call `jobs.wake` after the commit.
 */
export async function applyProviderGroup(
  context: CallContext,
  db: Db,
  { userId, groupName }: { readonly userId: number; readonly groupName: string },
): Promise<'done' | 'unknown'> {
  const { client } = context
  await lockUserChanges(db, client.ownerId)
  const group = await db
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions', 'campaign_ids'])
    .where('owner_id', '=', client.ownerId)
    .where('name', '=', groupName)
    .executeTakeFirst()
  const user = await findUserById(db, client.ownerId, String(userId))
  if (!group || !user) return 'unknown'
  const result = await giveGroup({ ...context, db, ownerId: client.ownerId }, user, group)
  const isUnchanged = result === 'unchanged' || result === 'lastUserManager'
  if (isUnchanged) return 'done'
  await writeAudit(db, {
    ...callToOrigin(context),
    userId: null,
    ownerId: client.ownerId,
    method: 'applyProviderGroup',
    subjectType: 'user',
    subjectId: String(userId),
    resultCode: codes.success,
    changes: changesBetween(result),
  })
  return 'done'
}

interface GroupContext extends Pick<Services, 'db' | 'jobs' | 'secrets' | 'now' | 'settings'> {
  readonly ownerId: number
  /** Undefined if the company's login gives the group. */
  readonly directory?: Directory
}

interface GivenGroup {
  readonly id: number
  readonly name: string
  readonly permissions: string[]
  readonly campaign_ids: number[] | null
}

/**
 * Gives the user the group, and returns the values before and after for the audit trail. Nothing changes if the user
 * has the group already, or is the last who can manage users.
 */
export async function giveGroup(
  context: GroupContext,
  user: UserRow,
  group: GivenGroup,
): Promise<ChangedValues | 'unchanged' | 'lastUserManager'> {
  const { db, now, settings, ownerId, directory } = context
  if (user.group_id === group.id) return 'unchanged'
  const losesUserManagement = user.permissions.includes('User.write') && !group.permissions.includes('User.write')
  if (losesUserManagement && !(await hasOtherUserManager(db, ownerId, user.id))) return 'lastUserManager'
  const rights = {
    group_id: group.id,
    permissions: group.permissions,
    campaign_ids: user.campaign_ids,
    group_campaign_ids: group.campaign_ids,
  }
  const gains = await findGainedRights({ db, now, viewer: { ownerId } }, user, rights)
  await closeUndoneChanges({ db, now }, user, rights)
  await db.updateTable('user_account').set({ group_id: group.id }).where('id', '=', user.id).execute()
  await enqueueMail(context, db, { kind: 'groupChanged', to: userToRecipient(user), group: group.name })
  const changedValues = {
    before: userToAuditValues(user),
    after: userToAuditValues({ ...user, group_name: group.name }),
  }
  await recordUserChange(
    { db, settings, now, ...(directory && { directory }) },
    { userId: user.id, kinds: gains, before: user, facts: changedValues },
  )
  return changedValues
}
