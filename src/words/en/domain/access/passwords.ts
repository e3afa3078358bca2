// The words of domain/access/passwords.

export const confirmationDiffers =
  'The new password and confirmation password do not match, or the password does not meet the requirements listed below:'
export const passwordsDoNotMatch = 'Passwords do not match!'
/** A fixed text; the figure is the usual least length. */
const invalid =
  'Invalid Password: ensure password includes lower and upper case letter, is 10 characters long or more, has a numeric and a special character'
export const invalidPassword = (minLength: number): string => invalid.replace('10', String(minLength))
export const withoutUsername = 'It must not contain your username.'
