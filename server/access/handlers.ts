// Signing in and out, and who the user is (access §4, §7).
import type { accessOperations } from '#contract/access.ts'
import { codes } from '#contract/codes.ts'
import { hasPermission, NOT_AUTHORIZED } from '#domain/access/permissions.ts'
import { type Handlers, refuse } from '#server/context.ts'
import { endSession, textsToPermissions } from '#server/sessions.ts'
import { logIn } from './log-in.ts'
import { findUser } from './queries.ts'
import { sessionState } from './session-state.ts'

const REMINDER_SENT =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'

const notYet = () => Promise.resolve(refuse(codes.refusedState, 'This is not available yet'))

export const accessHandlers: Pick<Handlers, keyof typeof accessOperations> = {
  logIn,
  sessionState,
  enrollUser: notYet,
  confirm2FAEnrolment: notYet,
  rememberPassword: () => Promise.resolve(refuse(codes.reminderSent, REMINDER_SENT)),
  getResetPasswordInfo: notYet,
  getActivationInfo: notYet,
  savePassword: notYet,
  activateUser: notYet,
  changePassword: notYet,
  securitySettings: notYet,
  renewRecoveryCodes: notYet,
  passkeys: () => Promise.resolve({ passkeys: [] }),
  passkeyRegistrationOptions: notYet,
  registerPasskey: notYet,
  removePasskey: notYet,
  passkeyLoginOptions: notYet,

  async logOut({ db, viewer, now }) {
    await endSession(db, viewer.sessionId, now())
    return {}
  },

  async userInfo({ db, viewer, secrets, settings }, { id }) {
    const isOwn = id === undefined || id === String(viewer.userId)
    if (!isOwn && !hasPermission(viewer.permissions, 'User.write')) return refuse(codes.notAuthorized, NOT_AUTHORIZED)
    // A user of another owner is one that does not exist (contract -20404).
    const user = await findUser(db, viewer.ownerId, isOwn ? viewer.userId : Number(id))
    if (!user) return refuse(codes.notFound, 'There is no such user')
    return {
      user: {
        userId: String(user.id),
        username: user.username,
        firstname: user.firstname,
        lastname: user.lastname,
        email: user.email,
      },
      permissions: textsToPermissions(user.permissions),
      ...(isOwn && {
        draftKey: secrets.unwrapDraftKey(user.draft_key).toString('base64'),
        idleMinutes: settings.idleMinutes,
      }),
    }
  },
}
