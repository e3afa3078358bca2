// The handlers of the access operations.
import type { accessOperations } from '#contract/access.ts'
import type { Handlers } from '#server/operations/context.ts'
import { confirm2FAEnrolment, enrollUser } from './enrolment.ts'
import { closeNoticeChannel, noticeSettings, openNoticeChannel, renewPushEndpoint } from './notice-channel.ts'
import { activateUser, getActivationInfo, getResetPasswordInfo, savePassword } from './links.ts'
import { logIn } from './log-in.ts'
import { confirmAuthenticator, offerAuthenticator, removeAuthenticator } from './own-authenticator.ts'
import { changePassword, renewRecoveryCodes, securitySettings } from './own-account.ts'
import { passkeyLoginOptions } from './passkey-login.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { endMySession, mailAlerts, mySessions, setLanguage, setMailAlerts } from './own-settings.ts'
import { passkeyRegistrationOptions, passkeys, registerPasskey, removePasskey } from './passkeys.ts'
// The API's name for a forgotten password.
import { rememberPassword } from './remember-password.ts'
import { awaitChange, logOut, sessionState, userInfo } from './session.ts'

export const accessHandlers: Omit<
  Pick<Handlers, keyof typeof accessOperations>,
  'startProviderLogin' | 'finishProviderLogin' | 'companyLogin' | 'startTestLogin'
> = {
  logIn,
  logOut,
  userInfo,
  sessionState,
  awaitChange,
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
  offerAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  mailAlerts,
  setLanguage,
  setMailAlerts,
  mySessions,
  endMySession,
  confirmIdentity,
  noticeSettings,
  openNoticeChannel,
  closeNoticeChannel,
  renewPushEndpoint,
  passkeys,
  passkeyRegistrationOptions,
  registerPasskey,
  removePasskey,
  passkeyLoginOptions,
}
