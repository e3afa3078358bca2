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
    .where('u.id', '=', userId)
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A user as they were before this attempt was counted. */
export interface Candidate {
  readonly id: number
  readonly username: string
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
      FOR UPDATE
    )
    UPDATE user_account u SET
      failed_attempts = CASE WHEN b.lock_over THEN 1 ELSE b.failed_attempts + 1 END,
      locked_until = CASE
        WHEN b.lock_over THEN NULL
        WHEN b.locked_until IS NULL AND b.failed_attempts + 1 >= ${limit.lockAfter} THEN ${lockedUntil}::timestamptz
        ELSE b.locked_until
      END
    FROM before b WHERE u.id = b.id
    RETURNING b.id, b.username, b.owner_id, b.password_hash, b.activated_at, b.locked_at,
      CASE WHEN b.lock_over THEN NULL ELSE b.locked_until END AS locked_until,
      CASE WHEN b.lock_over THEN 0 ELSE b.failed_attempts END AS failed_attempts,
      b.second_factor, b.second_factor_enrolled_at`.execute(db)
  return rows[0]
}

/** After a right password: the attempt just counted, and those before it, are forgotten. */
export async function clearAttempts(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ failed_attempts: 0, locked_until: null })
    .where('id', '=', userId)
    .execute()
}

export async function noteLogin(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ last_login_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}
