// Database queries of user administration. Changes to the users of an owner run one after another (`lockUserChanges`),
// because rules about several users (unique names, at least one administrator) must be checked for one change at a
// time.
import { sql } from 'kysely'
import { requiredFactor } from '#domain/access/second-factor.ts'
import { isAnyLocked } from '#domain/access/lockout.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { UserState } from '#domain/users/rules.ts'
import type { AuditValues } from '#server/audit/audit-fields.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { intersectCampaignLimits } from '#server/operations/scope.ts'
import { accessEnd, grantedPermissions } from '#server/operations/user-scope.ts'

/** Other changes to this owner's users wait until the transaction ends. Logins and all other calls do not wait. */
export async function lockUserChanges(db: Db, ownerId: number): Promise<void> {
  await db.selectFrom('owner').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
}

/** A user as administrators see them. */
export interface UserRow {
  readonly id: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly group_id: number
  readonly group_name: string
  /** Null means all campaigns. */
  readonly campaign_ids: number[] | null
  readonly group_campaign_ids: number[] | null
  readonly permissions: string[]
  readonly activated_at: Date | null
  readonly locked_at: Date | null
  readonly locked_until: Date | null
  readonly last_login_at: Date | null
  /** The end of the access, which may still wait for a confirmation. */
  readonly ends_at: Date | null
  readonly second_factor: 'none' | 'app' | 'email'
  readonly second_factor_enrolled_at: Date | null
  readonly has_passkey: boolean
  /**
   * The wrong passwords that still count. `address` is the IP address of the attempt, `at` is in seconds since 1970.
   */
  readonly wrong_passwords: readonly { readonly address: string; readonly at: number }[]
}

const selectUsers = (db: Db, ownerId: number) =>
  db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['u.id', 'u.username', 'u.firstname', 'u.lastname', 'u.email', 'g.id as group_id', 'g.name as group_name'])
    .select(['g.permissions', 'u.activated_at', 'u.locked_at', 'u.locked_until', 'u.last_login_at', 'u.ends_at'])
    .select([
      'u.second_factor',
      'u.second_factor_enrolled_at',
      'u.campaign_ids',
      'g.campaign_ids as group_campaign_ids',
    ])
    .select(sql<boolean>`EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = u.id)`.as('has_passkey'))
    .select(
      sql<UserRow['wrong_passwords']>`(
        SELECT coalesce(json_agg(json_build_object('address', address, 'at', extract(epoch FROM at))), '[]')
        FROM wrong_password w WHERE w.user_id = u.id)`.as('wrong_passwords'),
    )
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)

/** Undefined if the owner has no user with this id, or the user was deleted. */
export async function findUserById(db: Db, ownerId: number, userId: string): Promise<UserRow | undefined> {
  const id = Number(userId)
  return Number.isSafeInteger(id) ? selectUsers(db, ownerId).where('u.id', '=', id).executeTakeFirst() : undefined
}

/** The user with this username. Case does not matter. */
export const findUserByName = (db: Db, ownerId: number, username: string): Promise<UserRow | undefined> =>
  selectUsers(db, ownerId)
    .where(sql<boolean>`lower(u.username) = lower(${username})`)
    .executeTakeFirst()

/** Users whose names or e-mail address contain all of the words, sorted by username. Without words, all users. */
export function searchUsers(db: Db, ownerId: number, words: readonly string[], limit: number): Promise<UserRow[]> {
  let query = selectUsers(db, ownerId)
  for (const word of words)
    query = query.where(
      sql<boolean>`position(lower(${word}) IN lower(concat_ws(' ', u.username, u.firstname, u.lastname, u.email))) > 0`,
    )
  return query
    .orderBy(sql`lower(u.username)`)
    .orderBy('u.id')
    .limit(limit)
    .execute()
}

/**
 * True for each field whose value another user of this owner already has. Case does not matter. The user `exceptId`
 * does not count. No user has the id 0.
 */
export async function findTakenFields(
  db: Db,
  ownerId: number,
  newValues: { readonly username: string; readonly email: string },
  exceptId = 0,
): Promise<{ readonly username: boolean; readonly email: boolean }> {
  const { rows } = await sql<{ username: boolean | null; email: boolean | null }>`
    SELECT bool_or(lower(username) = lower(${newValues.username})) AS username,
           bool_or(lower(email) = lower(${newValues.email})) AS email
    FROM user_account
    WHERE owner_id = ${ownerId} AND deleted_at IS NULL AND id <> ${exceptId}
      AND (lower(username) = lower(${newValues.username}) OR lower(email) = lower(${newValues.email}))`.execute(db)
  return { username: rows[0]?.username ?? false, email: rows[0]?.email ?? false }
}

/**
 * The users who can sign in and manage users, and whose access has no end. A lock by wrong passwords is ignored,
 * because such a lock expires.
 */
const selectUserManagers = (db: Db, ownerId: number) =>
  selectUsers(db, ownerId)
    .where('u.activated_at', 'is not', null)
    .where('u.locked_at', 'is', null)
    .where(accessEnd, 'is', null)
    .where(sql<boolean>`'User.write' = ANY (${grantedPermissions})`)

/** True if the owner has another user who can manage users. */
export async function hasOtherUserManager(db: Db, ownerId: number, userId: number): Promise<boolean> {
  const otherManager = await selectUserManagers(db, ownerId).where('u.id', '<>', userId).limit(1).executeTakeFirst()
  return otherManager !== undefined
}

/** True if another group, without an end, has a user who can manage users. */
export async function hasUserManagerInOtherGroup(db: Db, ownerId: number, groupId: number): Promise<boolean> {
  const manager = await selectUserManagers(db, ownerId)
    .where('g.id', '<>', groupId)
    .where('g.ends_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return manager !== undefined
}

export const findUsersOfGroup = (db: Db, ownerId: number, groupId: number): Promise<UserRow[]> =>
  selectUsers(db, ownerId).where('g.id', '=', groupId).orderBy('u.id').execute()

interface AuditedUser extends Pick<
  UserRow,
  'username' | 'firstname' | 'lastname' | 'email' | 'group_name' | 'campaign_ids'
> {
  readonly lastDay?: CalendarDate | undefined
}

/** The audit trail's record of a user who is saved or deleted. */
export const userToAuditValues = (user: AuditedUser): AuditValues => ({
  username: user.username,
  firstname: user.firstname,
  lastname: user.lastname,
  email: user.email,
  group: user.group_name,
  campaigns: user.campaign_ids ?? 'all',
  lastDay: user.lastDay,
})

/** The campaigns that a user can work with. Undefined for all. */
export const campaignsOfUser = (user: Pick<UserRow, 'campaign_ids' | 'group_campaign_ids'>) =>
  intersectCampaignLimits(user.campaign_ids, user.group_campaign_ids)

/** Converts the row to the user state that the domain's rules check. */
export function rowToState(row: UserRow, { settings, now }: Pick<Services, 'settings' | 'now'>): UserState {
  const factor = requiredFactor({
    secondFactor: row.second_factor,
    isEnrolled: row.second_factor_enrolled_at !== null,
    hasPasskey: row.has_passkey,
    isRequiredForAll: settings.isSecondFactorRequired,
  })
  const currentTime = now()
  const isLockedForAWhile = row.locked_until !== null && row.locked_until.getTime() > currentTime
  const isAccountLocked = row.locked_at !== null || isLockedForAWhile
  const wrongPasswords = row.wrong_passwords.map((attempt) => ({ address: attempt.address, at: attempt.at * 1000 }))
  const isSomeAddressLocked = isAnyLocked(wrongPasswords, currentTime, settings)
  return {
    userID: String(row.id),
    isLocked: isAccountLocked || isSomeAddressLocked,
    isActivated: row.activated_at !== null,
    // A user who is not enrolled has to set up an app at the next login.
    secondFactor: factor === 'not enrolled' ? 'app' : factor,
    isEnrolled: factor === 'app' || factor === 'email',
  }
}
