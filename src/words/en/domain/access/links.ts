// The words of domain/access/links.

export const activationExpired = 'Your activation is expired. Please request administrator to resend activation'
export const accountAlreadyActive = 'Account already active. Please try login with your username and password'
export const passwordSetSuccesfully = 'Password set succesfully!'
export const resetMailRequested =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'
export const resetLinkExpired = 'Your reset password link is expired, please request a new one'
export const linkIsInvalid = 'The link is invalid'
export const activationInvalid = 'Activation invalid'
