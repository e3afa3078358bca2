// The words of domain/access.

export const codeNotValid = 'Verification code not valid, please try again'
export const codeHasBeenResent = 'The code has been resent to your email!'
export const youAreNotAuthorized = 'You are not authorized'
