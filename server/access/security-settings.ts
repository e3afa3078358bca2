// What My Settings tells about the user's own security, and new recovery codes.
import { codes } from '#contract/codes.ts'
import { type Handler, refuse } from '#server/context.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { refuseOwnPassword } from './own-password.ts'
import { findUser } from './queries.ts'
import { countCodes, renewCodes } from './recovery-codes.ts'

export const WRONG_PASSWORD = 'The password is not right. Please try again'
const NO_APP = 'Recovery codes belong to an authenticator app, and this account has none'

export const securitySettings: Handler<'securitySettings'> = async ({ db, viewer, settings }) => {
  const user = await db
    .selectFrom('user_account')
    .select(['second_factor', 'second_factor_enrolled_at', 'password_changed_at'])
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow()
  const isApp = user.second_factor === 'app' && user.second_factor_enrolled_at !== null
  return {
    secondFactor: isApp ? 'app' : user.second_factor === 'email' ? 'email' : 'none',
    recoveryCodesLeft: await countCodes(db, viewer.userId),
    passwordChangedAt: user.password_changed_at?.toISOString() ?? null,
    passwordMin: settings.passwordMin,
  }
}

export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (context, { password }) => {
  const { db, viewer, secrets } = context
  context.concerns('user', viewer.userId)
  const refused = await refuseOwnPassword(context, password, WRONG_PASSWORD)
  if (refused) return refused
  const user = await findUser(db, viewer.ownerId, viewer.userId)
  if (!user || user.second_factor !== 'app' || !user.second_factor_enrolled_at)
    return refuse(codes.refusedState, NO_APP)
  const recoveryCodes = await renewCodes(db, secrets, viewer.userId)
  await enqueueMail(context, db, { kind: 'recoveryCodesRenewed', to: userToRecipient(user) })
  context.afterCommit(() => context.jobs.wake())
  return { recoveryCodes }
}
