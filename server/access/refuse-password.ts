// Why a password is refused: a new one by the form rules (domain) and the list of common passwords, a signed-in user's
// current one because it is wrong.
import { codes } from '#contract/codes.ts'
import { invalidPassword, isAcceptablePassword, PASSWORDS_DIFFER } from '#domain/access/passwords.ts'
import type { AuditedMethod } from '#contract/facts.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type Refusal, refuse, type SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { isPassword } from '#server/sessions/passwords.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import * as say from '#words/server/access.ts'
import { isCommonPassword } from './common-passwords.ts'
import { LOCKED } from './credentials.ts'

/** Unlike at login, where the message does not say which of the two is wrong. */
export const WRONG_PASSWORD = say.passwordIsWrong
const COMMON = say.thisPasswordIsOneOfThose
const WITH_USERNAME = say.passwordMustNotContain

/** Why a password cannot be set, as an answer; undefined if it can. */
export function refuseNewPassword(
  { password, confirmation = password, username }: { password: string; confirmation?: string; username: string },
  minLength: number,
): Refusal | undefined {
  const text = textOfRefusal(password, confirmation, username, minLength)
  if (text === undefined) return undefined
  const path = password !== confirmation ? 'confirmPassword' : 'password'
  return refuseParameter(path, text)
}

function textOfRefusal(password: string, confirmation: string, username: string, minLength: number) {
  if (password !== confirmation) return PASSWORDS_DIFFER
  if (!isAcceptablePassword({ password, username: '', minLength })) return invalidPassword(minLength)
  if (!isAcceptablePassword({ password, username, minLength })) return WITH_USERNAME
  return isCommonPassword(password) ? COMMON : undefined
}

/**
 * Why a signed-in user's password is refused when it is asked again. A wrong one counts as at login, and after too many
 * the account is locked and every session of the user ends, since the caller is probably not the user. Undefined if it
 * is right. Locks the user's row, so that parallel guesses are queued; not with FOR UPDATE, which would wait for every
 * other change of this user (their stored answers refer to the row).
 */
export async function refuseCurrentPassword(
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

/**
 * Like refuseCurrentPassword, for an operation that is not a change and is not audited otherwise: writes a refused
 * password to the audit trail. `db` is a transaction, which the caller commits.
 */
export async function refusePromptedPassword(
  context: SessionContext,
  password: string,
  method: AuditedMethod,
): Promise<Refusal | undefined> {
  const { db, viewer } = context
  const refused = await refuseCurrentPassword(context, password, WRONG_PASSWORD)
  if (refused)
    await writeAudit(db, {
      ...callToOrigin(context),
      userId: viewer.userId,
      ownerId: viewer.ownerId,
      method,
      subjectType: 'user',
      subjectId: String(viewer.userId),
      resultCode: refused.refused,
      refusal: refused.text,
    })
  return refused
}
