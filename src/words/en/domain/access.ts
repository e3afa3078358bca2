// The words of domain/access.

export const verificationCodeNotValidPlease = 'Verification code not valid, please try again'
export const codeHasBeenResent = 'The code has been resent to your email!'
export const youAreNotAuthorized = 'You are not authorized'
