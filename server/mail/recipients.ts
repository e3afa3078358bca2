// Recipients of e-mails: all users with a permission, or particular users. Also the users' display names.
import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#domain/access/permissions.ts'
import type { Db } from '#server/operations/context.ts'
import type { Recipient } from './message-content.ts'
import { type NamedUser, userToRecipient } from './queue.ts'
import { canAccessCampaignsSql } from '#server/operations/scope.ts'
import { accessEnd, grantedPermissions } from '#server/operations/user-scope.ts'

/** The users who can receive a mail. */
interface Audience {
  /** The campaigns that the recipient must be able to see. Null for all campaigns of the owner. */
  readonly campaignIds: readonly number[] | null
}

interface PermissionAudience extends Audience {
  readonly ownerId: number
  /** An additional SQL condition on the user `u`. */
  readonly condition?: RawBuilder<unknown>
  /** A user who gets no mail, for example the user who caused the event. */
  readonly exceptUserId?: number
}

/** The owner's users who have the permission and can receive the mail. */
export async function findUsersWithPermission(
  db: Db,
  { ownerId, campaignIds, exceptUserId, condition = sql`true` }: PermissionAudience,
  permission: Permission,
): Promise<Recipient[]> {
  const { rows } = await sql<NamedUser>`
    SELECT u.firstname, u.lastname, u.email, u.username
    FROM user_account u JOIN user_group g ON g.id = u.group_id
    WHERE u.owner_id = ${ownerId} AND u.id IS DISTINCT FROM ${exceptUserId ?? null}::bigint AND u.deleted_at IS NULL AND u.activated_at IS NOT NULL
      AND u.locked_at IS NULL
      AND ${permission} = ANY (${grantedPermissions}) AND ${canAccessCampaignsSql(campaignIds)}
      AND ${condition}
    ORDER BY u.id
  `.execute(db)
  return rows.map(userToRecipient)
}

/** The users of a group who can log in. */
export async function findUsersInGroup(
  db: Db,
  { ownerId, campaignIds }: Audience & { readonly ownerId: number },
  groupId: number,
): Promise<Recipient[]> {
  const { rows } = await sql<NamedUser>`
    SELECT u.firstname, u.lastname, u.email, u.username FROM user_account u JOIN user_group g ON g.id = u.group_id
    WHERE u.owner_id = ${ownerId} AND g.id = ${groupId} AND u.deleted_at IS NULL AND u.activated_at IS NOT NULL
      AND u.locked_at IS NULL AND (${accessEnd} <= programme_time()) IS NOT TRUE
      AND ${canAccessCampaignsSql(campaignIds)} ORDER BY u.id`.execute(db)
  return rows.map(userToRecipient)
}

/** The users with these ids. Users who were deleted or can no longer see the campaigns of the mail are left out. */
export async function findUsersByIds(db: Db, { campaignIds }: Audience, ids: readonly number[]): Promise<Recipient[]> {
  const { rows } = await sql<NamedUser>`
    SELECT u.firstname, u.lastname, u.email, u.username FROM user_account u JOIN user_group g ON g.id = u.group_id
    WHERE u.id = ANY (${ids}::bigint[]) AND u.deleted_at IS NULL AND ${canAccessCampaignsSql(campaignIds)} ORDER BY u.id
  `.execute(db)
  return rows.map(userToRecipient)
}

export const toFullName = (first: string | null, last: string | null) => `${first ?? ''} ${last ?? ''}`.trim()

/** A user's display name. '' if the user does not exist. */
export async function readFullName(db: Db, id: number): Promise<string> {
  const { rows } = await sql<NamedUser>`SELECT firstname, lastname FROM user_account WHERE id = ${id}`.execute(db)
  return toFullName(rows[0]?.firstname ?? null, rows[0]?.lastname ?? null)
}
