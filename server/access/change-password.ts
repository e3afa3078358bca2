// Changing one's own password (access §2 "Change Password"): the old one is asked, every other session ends, a notice is sent.
import { codes } from '#contract/codes.ts'
import { type Handler, refuse } from '#server/context.ts'
import { endLinks } from '#server/links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { hashPassword } from '#server/passwords.ts'
import { endSessionsOf } from '#server/sessions.ts'
import { refuseNewPassword } from './new-password.ts'
import { refuseOwnPassword } from './own-password.ts'
import { findUser } from './queries.ts'

const WRONG_OLD = 'The old password is not right. Please try again'
const SAME = 'The new password must differ from the old one'

export const changePassword: Handler<'changePassword'> = async (context, { oldPassword, password }) => {
  const { db, viewer, settings, now } = context
  context.concerns('user', viewer.userId)
  if (password.normalize('NFKC') === oldPassword.normalize('NFKC'))
    return refuse(codes.refusedParameters, SAME, { errors: [{ path: 'password', message: SAME }] })
  const refused =
    refuseNewPassword({ password, username: viewer.username }, settings.passwordMin) ??
    (await refuseOwnPassword(context, oldPassword, WRONG_OLD))
  if (refused) return refused
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password), password_changed_at: new Date(now()) })
    .where('id', '=', viewer.userId)
    .execute()
  await endSessionsOf(db, viewer.userId, now(), viewer.sessionId)
  await endLinks(db, viewer.userId, 'reset', now())
  const user = await findUser(db, viewer.ownerId, viewer.userId)
  if (user) await enqueueMail(context, db, { kind: 'passwordChanged', to: userToRecipient(user) })
  context.afterCommit(() => context.jobs.wake())
  return {}
}
