// The words of server/access.
import { counted } from '#words/figures.ts'

export const wrongUsernameOrPassword = 'Wrong username or password'
export const accountLocked = 'Your account is locked. Please try again later or ask an administrator to unlock it'
export const pleaseUseLastOne = 'Please use the last one, or'
export const lastOneCountsNoMorePlease = 'The last one is no longer valid: please'
export const codeHasBeenSentTooMany = (advice: string, minutes: number): string =>
  `The code has been sent too many times. ${advice} try again in ${counted(minutes, 'minute', 'minutes')}.`
export const twoFactorSetUpAlready =
  'Two-factor authentication is already set up, or not required. Log in, or ask an administrator to reset it'
export const resetLinkExpired = 'Your reset password link is expired, please request a new one'
export const linkIsInvalid = 'The link is invalid'
export const activationExpired = 'Your activation is expired. Please request administrator to resend activation'
export const accountAlreadyActive = 'Account already active. Please try login with your username and password'
export const activationInvalid = 'Activation invalid'
export const setPasswordFirst = 'Please set a password before the account is activated'
export const twoFactorRequired = 'Two-Factor Authentication Required'
export const enterVerificationCodeSent = 'Enter a verification code sent to your email.'
export const enterVerificationCode = 'Enter the verification code of your authenticator app.'
export const oldPasswordIsWrong = 'The old password is wrong. Try again'
export const newPasswordMustDiffer = 'The new password must differ from the old one'
export const recoveryCodesNeedApp = 'Recovery codes belong to an authenticator app, and this account has none'
export const thisSessionHasEndedAlready = 'This session has already ended'
export const thisAccountHasNoPasskey = 'This account has no passkey'
export const passkeyNotChecked = 'The passkey could not be checked. Please try to add it again'
export const thereIsNoSuchPasskey = 'There is no such passkey'
export const tooManyPasskeys = (maxPasskeys: number): string =>
  `You already have ${maxPasskeys} passkeys. Remove one first`
export const passkey = 'Passkey'
export const appOfferExpired =
  'This key is no longer valid, and nothing was changed. Close this and start again, unless My Settings already shows the app'
export const thereIsNoApp = 'This account has no authenticator app'
export const appIsRequired =
  'Your programme requires an authenticator app for your account, so it cannot be removed. You can replace it'
export const passwordIsWrong = 'The password is wrong. Try again'
export const thisPasswordIsOneOfThose = 'This password is too easy to guess. Choose another one'
export const passwordMustNotContain = 'The password must not contain your username. Choose another one'
export const thereIsNoSuchUser = 'There is no such user'
export const unknownPushService = 'This is not the address of a push service that the server knows'
