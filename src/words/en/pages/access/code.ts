// The words of pages/access/CodeForm.

export const waitingForAnswer = 'Waiting for the answer'
export const twoFactorAuthentication = 'Two-Factor Authentication'
export const enterOneOfRecoveryCodes =
  'Enter one of the recovery codes that you saved when you set up your authenticator app. Each works once.'
export const recoveryCode = 'Recovery Code'
export const useVerificationCode = 'Use a verification code'
export const enterVerificationCode = 'Enter the verification code that your authenticator app shows.'
export const enterVerificationCodeSent = 'Enter a verification code sent to your email.'
export const verificationCode = 'Verification Code'
export const yourAppShowsNewCodeEvery = 'Your app shows a new code every 30 seconds'
export const resendCode = 'Resend Code'
export const orUsePasskey = 'You can log in with your passkey now, or press Resend Code when the time is up.'
export const orAskAnAdministrator =
  'Press Resend Code when the time is up. If you cannot wait, ask an administrator to reset your second factor.'
export const usePasskey = 'Use a passkey'
export const useRecoveryCode = 'Use a recovery code'
export const enterCodeFirst = 'Enter the code first'
export const submit = 'Submit'
export const cancel = 'Cancel'
