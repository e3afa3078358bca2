// Gives a user the group that the company's login (at a sign-in) or directory (SCIM) calls for. What a second
// administrator would have to confirm waits for one here too. Rules: docs/rules/single-sign-on.md, "Groups".
import { codes } from '#contract/codes.ts'
import { changesBetween } from '#server/audit/audit-fields.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { findGroupByName } from './groups.ts'
import { findUserById, hasOtherUserManager, lockUsersOfOwner, type UserRow, userToAuditValues } from './queries.ts'
import { closeUndoneChangesAndFindGains, recordUserChange } from './user-changes.ts'

/**
 * Returns 'unknown' if the portal has no group with this name. The last user who can manage users keeps the group, since
 * no one could give it back. Call `jobs.wake` after the commit.
 */
export async function applyProviderGroup(
  context: CallContext,
  db: Db,
  { userId, groupName }: { readonly userId: number; readonly groupName: string },
): Promise<'done' | 'unknown'> {
  const { client } = context
  await lockUsersOfOwner(db, client.ownerId)
  const group = await findGroupByName(db, client.ownerId, groupName)
  const user = await findUserById(db, client.ownerId, String(userId))
  if (!group || !user) return 'unknown'
  await moveToGroup(context, db, { user, group, method: 'applyProviderGroup' })
  return 'done'
}

interface Move {
  readonly user: UserRow
  readonly group: NonNullable<Awaited<ReturnType<typeof findGroupByName>>>
  /** What the audit trail calls it. */
  readonly method: 'applyProviderGroup' | 'applyDirectory'
}

/** The users of the owner must be locked. Returns false if the user is the last who can manage users. */
export async function moveToGroup(context: CallContext, db: Db, { user, group, method }: Move): Promise<boolean> {
  const { client, now, settings } = context
  if (user.group_id === group.id) return true
  const losesUserManagement = user.permissions.includes('User.write') && !group.permissions.includes('User.write')
  if (losesUserManagement && !(await hasOtherUserManager(db, client.ownerId, user.id))) return false

  const rights = {
    group_id: group.id,
    permissions: group.permissions,
    campaign_ids: user.campaign_ids,
    group_campaign_ids: group.campaign_ids,
  }
  const kinds = await closeUndoneChangesAndFindGains({ db, now, ownerId: client.ownerId }, user, rights)
  await db.updateTable('user_account').set({ group_id: group.id }).where('id', '=', user.id).execute()
  await enqueueMail(context, db, { kind: 'groupChanged', to: userToRecipient(user), group: group.name })
  const facts = { before: userToAuditValues(user), after: userToAuditValues({ ...user, group_name: group.name }) }
  await recordUserChange({ db, settings, now }, { userId: user.id, kinds, before: user, facts })
  await writeAudit(db, {
    ...callToOrigin(context),
    userId: null,
    ownerId: client.ownerId,
    method,
    subjectType: 'user',
    subjectId: String(user.id),
    resultCode: codes.success,
    changes: changesBetween(facts),
  })
  return true
}
