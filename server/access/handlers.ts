// The handlers of the access operations, except those of the company's login (server/sso/handlers.ts).
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
// `rememberPassword` is the API's name for the operation "I forgot my password".
import { rememberPassword } from './remember-password.ts'
import { awaitChange, logOut, sessionState, userInfo } from './session.ts'

export const accessHandlers = {
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
