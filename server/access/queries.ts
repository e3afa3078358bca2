// What access asks of the database.
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** A user of this owner who is not deleted, with the permissions of the group. */
export async function findUser(db: Db, ownerId: number, userId: number) {
  if (!Number.isSafeInteger(userId)) return undefined
  return db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['u.id', 'u.username', 'u.firstname', 'u.lastname', 'u.email', 'u.draft_key', 'g.permissions'])
    .select(['u.group_id', 'u.second_factor', 'u.second_factor_enrolled_at'])
    .where('u.id', '=', userId)
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A user as they were before this attempt was counted. */
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
  readonly locked_until: Date | null
  readonly failed_attempts: number
  readonly second_factor: 'none' | 'app' | 'email'
  readonly second_factor_enrolled_at: Date | null
}

/**
 * Finds the user and counts the attempt before its password is looked at, in one statement that takes turns: a hundred
 * guesses at once get no more tries than a hundred in a row (threats T09). `clearAttempts` takes a right one back.
 */
export async function countAttempt(
  db: Db,
  who: { ownerId: number; username: string },
  limit: { now: number; lockAfter: number; lockMinutes: number },
): Promise<Candidate | undefined> {
  const now = new Date(limit.now)
  const lockedUntil = new Date(limit.now + limit.lockMinutes * 60_000)
  const { rows } = await sql<Candidate>`
    WITH before AS (
      SELECT *, (locked_until IS NOT NULL AND locked_until <= ${now}) AS lock_over FROM user_account
      WHERE owner_id = ${who.ownerId} AND lower(username) = lower(${who.username}) AND deleted_at IS NULL
      FOR NO KEY UPDATE
    )
    UPDATE user_account u SET
      failed_attempts = CASE WHEN b.lock_over THEN 1 ELSE b.failed_attempts + 1 END,
      locked_until = CASE
        WHEN b.lock_over THEN NULL
        WHEN b.locked_until IS NULL AND b.failed_attempts + 1 >= ${limit.lockAfter} THEN ${lockedUntil}::timestamptz
        ELSE b.locked_until
      END,
      code_failures = CASE WHEN b.lock_over THEN 0 ELSE b.code_failures END
    FROM before b WHERE u.id = b.id
    RETURNING b.id, b.username, b.firstname, b.lastname, b.email, b.owner_id, b.password_hash, b.activated_at, b.locked_at,
      CASE WHEN b.lock_over THEN NULL ELSE b.locked_until END AS locked_until,
      CASE WHEN b.lock_over THEN 0 ELSE b.failed_attempts END AS failed_attempts,
      b.second_factor, b.second_factor_enrolled_at`.execute(db)
  return rows[0]
}

/** After a right password the attempts before it are forgotten; a lock by wrong codes stays. */
export async function clearAttempts(db: Db, userId: number, lockAfter: number): Promise<void> {
  await sql`
    UPDATE user_account SET failed_attempts = 0,
      locked_until = CASE WHEN code_failures >= ${lockAfter} THEN locked_until ELSE NULL END
    WHERE id = ${userId}`.execute(db)
}

/**
 * Counts a second factor before it is looked at; the last one allowed locks the account, unless it is right (`noteLogin`).
 * False where there were as many already (threats T11).
 */
export async function countCodeAttempt(
  db: Db,
  userId: number,
  limit: { now: number; lockAfter: number; lockMinutes: number },
): Promise<boolean> {
  const lockedUntil = new Date(limit.now + limit.lockMinutes * 60_000)
  const { rows } = await sql<{ id: number }>`
    UPDATE user_account SET code_failures = code_failures + 1,
      locked_until = CASE WHEN code_failures + 1 >= ${limit.lockAfter} THEN ${lockedUntil}::timestamptz ELSE locked_until END
    WHERE id = ${userId} AND code_failures < ${limit.lockAfter}
    RETURNING id`.execute(db)
  return rows.length > 0
}

export async function forgetCodeFailures(db: Db, userId: number): Promise<void> {
  await db.updateTable('user_account').set({ code_failures: 0, locked_until: null }).where('id', '=', userId).execute()
}

/** The user is in: whatever was counted is forgotten. */
export async function noteLogin(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ last_login_at: new Date(now), failed_attempts: 0, code_failures: 0, locked_until: null })
    .where('id', '=', userId)
    .execute()
}
