// Database queries for login, the second factor and sessions.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { getLocale } from '#words/runtime.js'
import { accessEnd, grantedPermissions } from '#server/operations/user-scope.ts'

/**
 * A user of this owner who is not deleted. `permissions` are the permissions of the group. `granted_permissions` leaves
 * out the permissions that a second administrator must confirm first.
 */
export async function findUser(db: Db, ownerId: number, userId: number) {
  if (!Number.isSafeInteger(userId)) return undefined
  return db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['u.id', 'u.username', 'u.firstname', 'u.lastname', 'u.email', 'u.draft_key', 'g.permissions'])
    .select([
      'u.language',
      'g.id as group_id',
      'u.campaign_ids',
      'u.ends_at',
      'u.second_factor',
      'u.second_factor_enrolled_at',
    ])
    .select(grantedPermissions.as('granted_permissions'))
    .where('u.id', '=', userId)
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A user who is trying to log in. */
export interface Candidate {
  readonly id: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly owner_id: number
  readonly password_hash: string | null
  readonly activated_at: Date | null
  readonly locked_at: Date | null
  readonly locked_by: 'directory' | 'disuse' | null
  readonly access_ends_at: Date | null
  readonly locked_until: Date | null
  readonly second_factor: 'none' | 'app' | 'email'
  readonly second_factor_enrolled_at: Date | null
  /** The IP addresses of all stored sessions. Housekeeping deletes a session a month after it has expired. */
  readonly addresses: readonly string[]
}

export const findCandidate = (db: Db, ownerId: number, username: string): Promise<Candidate | undefined> =>
  selectCandidates(db, ownerId)
    .where(sql<boolean>`lower(u.username) = lower(${username})`)
    .executeTakeFirst()

export const findCandidateById = (db: Db, ownerId: number, userId: number): Promise<Candidate | undefined> =>
  selectCandidates(db, ownerId).where('u.id', '=', userId).executeTakeFirst()

const selectCandidates = (db: Db, ownerId: number) =>
  db
    .selectFrom('user_account as u')
    .select(['u.id', 'u.username', 'u.firstname', 'u.lastname', 'u.email', 'u.owner_id', 'u.password_hash'])
    .select(['u.activated_at', 'u.locked_at', 'u.locked_until', 'u.second_factor', 'u.second_factor_enrolled_at'])
    .select(['u.locked_by', accessEnd.as('access_ends_at')])
    .select(sql<string[]>`ARRAY(SELECT DISTINCT address FROM user_session WHERE user_id = u.id)`.as('addresses'))
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)

export async function clearCodeFailures(db: Db, userId: number): Promise<void> {
  await db.updateTable('user_account').set({ code_failures: 0, locked_until: null }).where('id', '=', userId).execute()
}

/**
 * Records a successful login and resets all counts. The language of the first login becomes the user's language, until
 * the user chooses another language.
 */
export async function recordLogin(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({
      last_login_at: new Date(now),
      unused_since: new Date(now),
      unused_warned_at: null,
      failed_attempts: 0,
      code_failures: 0,
      locked_until: null,
      language: sql<string>`coalesce(language, ${getLocale()})`,
    })
    .where('id', '=', userId)
    .execute()
}
