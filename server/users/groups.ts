// The groups of an owner, their permissions, and the groups that the viewer can assign.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { lacksPermissions, textsToPermissions } from '#domain/access/permission-words.ts'
import { endToDay } from '#domain/users/last-day.ts'
import { permissionMapToTexts } from '#domain/access/permissions.ts'
import { type Db, type Handler, refuse, type Viewer } from '#server/operations/context.ts'
import { isWithin } from '#server/operations/scope.ts'
import { campaignsOfUser, type UserRow } from './queries.ts'

export const AllUserGroups: Handler<'AllUserGroups'> = async ({ db, viewer, client, now }, { ownerId }) => {
  // Other owners are not found.
  if (ownerId !== viewer.ownerId) return refuse(codes.notFound, m.users_noSuchOwner)
  const rows = await selectGroups(db, ownerId)
    .select((group) =>
      group
        .selectFrom('user_account as u')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('u.group_id', '=', 'user_group.id')
        .where('u.deleted_at', 'is', null)
        .as('users'),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  return {
    userGroups: rows.map(({ id, name, permissions, campaign_ids, ends_at, users }) => ({
      GROUPID: String(id),
      GROUPDESCRIPTION: name,
      PERMISSIONS: [...textsToPermissions(permissions)],
      GRANTABLE: canGrant(viewer, permissions),
      CAMPAIGNIDS: (campaign_ids ?? []).map(String),
      USERS: Number(users ?? 0),
      ...(ends_at && { LASTDAY: endToDay(ends_at, client), HASENDED: ends_at.getTime() <= now() }),
    })),
  }
}

export interface Group {
  readonly id: number
  readonly name: string
  readonly permissions: string[]
  /** Null means all campaigns. */
  readonly campaign_ids: number[] | null
  /** The end of the group's access. Null for no end. */
  readonly ends_at: Date | null
}

/** Undefined if the owner has no group with this id. */
export async function findGroupById(db: Db, ownerId: number, groupId: string): Promise<Group | undefined> {
  const id = Number(groupId)
  return Number.isSafeInteger(id) ? selectGroups(db, ownerId).where('id', '=', id).executeTakeFirst() : undefined
}

const selectGroups = (db: Db, ownerId: number) =>
  db
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions', 'campaign_ids', 'ends_at'])
    .where('owner_id', '=', ownerId)

/** True if the viewer has all of these permissions. No one can grant a permission without having it. */
export const canGrant = ({ permissions }: Pick<Viewer, 'permissions'>, wantedPermissions: readonly string[]): boolean =>
  !lacksPermissions({ held: permissionMapToTexts(permissions), required: wantedPermissions })

/** True if the viewer has all of the user's permissions and campaigns. */
export const isWithinViewersRights = (viewer: Pick<Viewer, 'permissions' | 'campaignIds'>, user: UserRow): boolean =>
  canGrant(viewer, user.permissions) && isWithin(campaignsOfUser(user), viewer.campaignIds)
