// The words of pages/access.

export const activateYourAccount = 'Activate your account'
export const cancel = 'Cancel'
export const twoFactorRequired = 'Two-Factor Authentication Required'
export const accountNeedsCode =
  'Your account needs a code as well as your password: a time-based one-time password, a code that an authenticator app on your phone shows and renews every 30 seconds. Any authenticator app works.'
export const tryAgain = 'Try again'
export const accept = 'Accept'
export const enrolmentSuccessful = 'Enrolment Successful'
export const twoFactorActivated = 'Two-Factor Authentication activated successfully'
export const saveRecoveryCodesFirst = 'Save the recovery codes first, and tick the box above'
export const ok = 'OK'
export const nowLogInWithYourPassword =
  'Now log in with your password and the next code from your app: each code works once, and you have just used this one.'
export const whatRecoveryCodesAreFor =
  'If you ever lose your authenticator app, one of these recovery codes lets you in instead. Each works once. Keep them where only you can find them.'
export const recoveryCodes = (name: string, title: string): string => `Recovery codes for ${name} ${title}`
export const forgotYourPassword = 'Forgot your password?'
export const resetLinkSent = 'A reset password link has been sent to your e-mail address:'
export const pleaseCheckYourInbox = 'Please check your inbox.'
export const nobodyCanSayWhetherLink = 'We cannot tell whether the link was sent. You can safely ask again.'
export const pleaseEnterYourUsernameOrE = 'Please enter your username or e-mail address to reset your password .'
export const usernameOrEmail = 'Username or email'
export const enterYourUsernameOrEMail = 'Enter your username or e-mail address first'
export const next = 'Next'
export const loading = 'Loading...'
export const yourPasswordIsSetBut = 'Your password is set, but your account is not active yet.'
export const choosePassword = 'Choose a password for'
export const requestNewLink = 'Request a new link'
export const logIn = 'Log in'
export const setPassword = 'Set Password'
export const newPassword = 'New Password'
export const passwordRules = (minLength: number): string =>
  `At least ${minLength} characters, with a lowercase and an uppercase letter, a digit and a special character, and without your username.`
export const passwordConfirmation = 'Password Confirmation'
export const pleaseFillInRequiredFields = 'Please fill in the required fields'
