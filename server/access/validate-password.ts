// Validates a new password by the form rules (domain) and the list of common passwords. Validates the current password
// that a signed-in user must enter again.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { checkPassword, invalidPasswordMessage } from '#domain/access/passwords.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import type { Settings } from '#server/config/settings.ts'
import { type Refusal, refuse, type SessionContext } from '#server/operations/context.ts'
import { refuseParameter, checkParameter } from '#server/operations/refuse-parameter.ts'
import { passwordMatches } from '#server/sessions/passwords.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import type { Phrase } from '#server/stored-text.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isPasswordUser, lockedRefusal } from './credentials.ts'
import { notifyIfLocked } from './notify-locked.ts'

/** Refuses a new password that breaks a rule. Undefined if the password can be set. */
export function validateNewPassword(
  { password, confirmation = password, username }: { password: string; confirmation?: string; username: string },
  { passwordMin, client }: Pick<Settings, 'passwordMin' | 'client'>,
): Refusal | undefined {
  if (password !== confirmation) return refuseParameter('confirmPassword', m.access_passwordsDoNotMatch)
  return checkParameter('password', () => {
    const { isWithoutUsername, ...formRules } = checkPassword({ password, username, minLength: passwordMin })
    const isFormValid = Object.values(formRules).every((isKept) => isKept)
    if (!isFormValid) return invalidPasswordMessage(passwordMin)
    if (!isWithoutUsername) return m.access_passwordContainsUsername()
    return isCommonPassword(password, [client.name, client.key]) ? m.access_passwordTooEasy() : undefined
  })
}

/**
 * Refuses a wrong password of a signed-in user who entered it again. Undefined if the password is correct. A wrong
 * password counts like a failed login. After too many wrong passwords, the account is locked and all sessions of the
 * user end, because the caller is probably someone else.
 *
 * Locks the user's row, so that parallel guesses wait for each other. The lock is FOR NO KEY UPDATE. FOR UPDATE would
 * wait for all running changes of this user, because the foreign key of `request_answer` locks the user's row.
 */
export async function validateCurrentPassword(
  context: SessionContext,
  password: string,
  wrongText: Phrase,
): Promise<Refusal | undefined> {
  const { db, viewer, settings, now } = context
  const user = await db
    .selectFrom('user_account')
    .select(['username', 'password_hash', 'failed_attempts', 'locked_until'])
    .where('id', '=', viewer.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (user.locked_until && user.locked_until.getTime() > now()) return lockedRefusal()
  const { provider } = settings
  // A user of the company's login has no password here, so nothing can be guessed and no attempt is counted.
  const hasPassword = user.password_hash !== null && isPasswordUser(settings, user)
  if (provider && !hasPassword)
    return refuse(codes.refusedState, () => m.access_noPasswordHere({ provider: provider.name }))
  if (await passwordMatches(password, user.password_hash)) {
    if (user.failed_attempts > 0)
      await db.updateTable('user_account').set({ failed_attempts: 0 }).where('id', '=', viewer.userId).execute()
    return undefined
  }
  const attempts = user.failed_attempts + 1
  const isLocked = attempts >= settings.lockAfter
  const lockedUntil = isLocked ? new Date(now() + settings.lockMinutes * MINUTE_MS) : null
  await db
    .updateTable('user_account')
    .set({ failed_attempts: attempts, locked_until: lockedUntil })
    .where('id', '=', viewer.userId)
    .execute()
  if (!isLocked) return refuse(codes.badCredentials, wrongText, { keepsWrites: true })
  await endSessionsOf(db, viewer.userId, now())
  await notifyIfLocked(context, db, { userId: viewer.userId, wrongFactor: 'password' })
  context.afterCommit(() => context.jobs.wake())
  return { ...lockedRefusal(), keepsWrites: true }
}

/**
 * Like validateCurrentPassword, but also records a refusal in the audit trail, without the password. For operations
 * that are no change, because nothing else records their refusals. `db` is a transaction that the caller commits.
 */
export async function validateCurrentPasswordAudited(
  context: SessionContext,
  password: string,
  method: AuditedMethod,
): Promise<Refusal | undefined> {
  const { db, viewer } = context
  const refusal = await validateCurrentPassword(context, password, m.access_passwordIsWrong)
  if (refusal)
    await writeAudit(db, {
      ...callToOrigin(context),
      userId: viewer.userId,
      ownerId: viewer.ownerId,
      method,
      subjectType: 'user',
      subjectId: String(viewer.userId),
      resultCode: refusal.refusalCode,
      refusal: refusal.text,
    })
  return refusal
}
