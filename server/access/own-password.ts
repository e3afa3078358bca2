// The password of somebody who is signed in, asked again before something that opens the account. A wrong one is counted as at
// the sign-in; after as many the account is locked and every session of the user ends: whoever sits there is not the user.
import { codes } from '#contract/codes.ts'
import { type Refusal, refuse, type SessionContext } from '#server/context.ts'
import { isPassword } from '#server/passwords.ts'
import { endSessionsOf } from '#server/sessions.ts'
import { LOCKED } from './credentials.ts'

/**
 * Undefined where the password is right. Takes the user's row in turn, so that many guesses at once are many in a row; not as
 * FOR UPDATE, which would wait for every other change of this user (their kept answers refer to the row).
 */
export async function refuseOwnPassword(
  { db, viewer, settings, now }: SessionContext,
  password: string,
  wrongText: string,
): Promise<Refusal | undefined> {
  const user = await db
    .selectFrom('user_account')
    .select(['password_hash', 'failed_attempts', 'locked_until'])
    .where('id', '=', viewer.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (user.locked_until && user.locked_until.getTime() > now()) return LOCKED
  if (await isPassword(password, user.password_hash)) {
    if (user.failed_attempts > 0)
      await db.updateTable('user_account').set({ failed_attempts: 0 }).where('id', '=', viewer.userId).execute()
    return undefined
  }
  const attempts = user.failed_attempts + 1
  const isLocked = attempts >= settings.lockAfter
  const lockedUntil = isLocked ? new Date(now() + settings.lockMinutes * 60_000) : null
  await db
    .updateTable('user_account')
    .set({ failed_attempts: attempts, locked_until: lockedUntil })
    .where('id', '=', viewer.userId)
    .execute()
  if (isLocked) await endSessionsOf(db, viewer.userId, now())
  return refuse(codes.badCredentials, wrongText, { keeps: true })
}
