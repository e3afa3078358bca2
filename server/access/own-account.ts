// A user's own password, security summary and recovery codes. Each change requires the password again and is reported
// by e-mail. A new password also ends the user's other sessions.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { invalidateLinks } from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { hashPassword } from '#server/sessions/passwords.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { factorAfterRemoval, findAuthenticator } from './own-authenticator.ts'
import { findUser } from './queries.ts'
import { validateNewPassword, validateCurrentPassword } from './validate-password.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

export const changePassword: Handler<'changePassword'> = async (context, { oldPassword, password }) => {
  const { db, viewer, settings, now } = context
  context.setSubject('user', viewer.userId)
  if (password.normalize('NFKC') === oldPassword.normalize('NFKC'))
    return refuseParameter('password', m.common_passwordMustDiffer)
  const newPasswordRefusal = validateNewPassword({ password, username: viewer.username }, settings)
  if (newPasswordRefusal) return newPasswordRefusal
  const oldPasswordRefusal = await validateCurrentPassword(context, oldPassword, m.access_oldPasswordIsWrong)
  if (oldPasswordRefusal) return oldPasswordRefusal
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password), password_changed_at: new Date(now()) })
    .where('id', '=', viewer.userId)
    .execute()
  await endSessionsOf(db, viewer.userId, now(), { exceptJti: viewer.sessionId })
  await invalidateLinks(db, viewer.userId, 'reset', now())
  const user = await findUser(db, viewer.ownerId, viewer.userId)
  if (user) await enqueueMail(context, db, { kind: 'passwordChanged', to: userToRecipient(user) })
  context.afterCommit(() => context.jobs.wake())
  return {}
}

export const securitySettings: Handler<'securitySettings'> = async ({ db, viewer, settings }) => {
  const user = await db
    .selectFrom('user_account')
    .select(['second_factor', 'password_changed_at'])
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow()
  const app = await findAuthenticator(db, viewer.userId)
  const factorWithoutApp = user.second_factor === 'email' ? 'email' : 'none'
  return {
    appRemovable: app !== undefined && factorAfterRemoval(app, settings) !== undefined,
    secondFactor: app ? 'app' : factorWithoutApp,
    recoveryCodesLeft: await countRecoveryCodes(db, viewer.userId),
    passwordChangedAt: user.password_changed_at?.toISOString() ?? null,
    passwordMin: settings.passwordMin,
  }
}

export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (context, { password }) => {
  const { db, viewer, secrets } = context
  context.setSubject('user', viewer.userId)
  const refusal = await validateCurrentPassword(context, password, m.access_passwordIsWrong)
  if (refusal) return refusal
  const user = await findUser(db, viewer.ownerId, viewer.userId)
  const hasApp = user?.second_factor === 'app' && user.second_factor_enrolled_at !== null
  if (!hasApp) return refuse(codes.refusedState, m.access_recoveryCodesNeedApp)
  const recoveryCodes = await replaceRecoveryCodes(db, secrets, viewer.userId)
  await enqueueMail(context, db, { kind: 'recoveryCodesRenewed', to: userToRecipient(user) })
  context.afterCommit(() => context.jobs.wake())
  return { recoveryCodes }
}
