// Signing in and out, and who the user is (access §4, §7).
import type { accessOperations } from '#contract/access.ts'
import { codes } from '#contract/codes.ts'
import { hasPermission, NOT_AUTHORIZED } from '#domain/access/permissions.ts'
import { type Handlers, refuse } from '#server/context.ts'
import { endSession, textsToPermissions } from '#server/sessions.ts'
import { changePassword } from './change-password.ts'
import { confirm2FAEnrolment, enrollUser } from './enrolment.ts'
import { activateUser, getActivationInfo, getResetPasswordInfo, savePassword } from './links.ts'
import { logIn } from './log-in.ts'
import { passkeyLoginOptions } from './passkey-login.ts'
import { passkeyRegistrationOptions, passkeys, registerPasskey, removePasskey } from './passkeys.ts'
import { findUser } from './queries.ts'
import { rememberPassword } from './remember-password.ts'
import { renewRecoveryCodes, securitySettings } from './security-settings.ts'
import { sessionState } from './session-state.ts'

export const accessHandlers: Pick<Handlers, keyof typeof accessOperations> = {
  logIn,
  sessionState,
  enrollUser,
  confirm2FAEnrolment,
  rememberPassword,
  getResetPasswordInfo,
  getActivationInfo,
  savePassword,
  activateUser,
  changePassword,
  securitySettings,
  renewRecoveryCodes,
  passkeys,
  passkeyRegistrationOptions,
  registerPasskey,
  removePasskey,
  passkeyLoginOptions,

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
