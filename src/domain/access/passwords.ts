// The password rules, shown in the forms and enforced by the server. Rules: docs/rules/access.md, "Passwords".
import { m } from '#words/messages.js'

/** Special characters: every printable ASCII character that is not a letter, digit or space. */
export const SPECIAL_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
export const MAX_PASSWORD_LENGTH = 100
export const DEFAULT_MIN_LENGTH = 10

export interface PasswordToCheck {
  readonly password: string
  readonly username: string
  /** The server's setting; 10 by default. */
  readonly minLength?: number
}

/** The result of each rule, in the order in which the forms list the rules. */
export interface PasswordChecks {
  readonly isLongEnough: boolean
  readonly isWithoutUsername: boolean
  readonly hasDigit: boolean
  readonly hasLowercase: boolean
  readonly hasUppercase: boolean
  readonly hasSpecial: boolean
}

/**
 * Checks every rule of a new password. Characters are counted as code points, so an emoji counts as one. The username
 * is compared case-insensitively.
 */
export function checkPassword({ password, username, minLength = DEFAULT_MIN_LENGTH }: PasswordToCheck): PasswordChecks {
  const characters = Array.from(password)
  return {
    isLongEnough: characters.length >= minLength,
    isWithoutUsername: username === '' || !password.toLowerCase().includes(username.toLowerCase()),
    hasDigit: /[0-9]/.test(password),
    hasLowercase: /\p{Ll}/u.test(password),
    hasUppercase: /\p{Lu}/u.test(password),
    hasSpecial: characters.some((character) => SPECIAL_CHARACTERS.includes(character)),
  }
}

/** True if the password meets every rule. */
export const isAcceptablePassword = (input: PasswordToCheck): boolean =>
  Object.values(checkPassword(input)).every(Boolean)

export interface PasswordChange {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirmation: string
  readonly username: string
  readonly minLength?: number
}

/** The button of the change form needs a new password of at least this length, whatever the server's minimum is. */
const MIN_LENGTH_FOR_BUTTON = 3
/** The change form shows no error while the confirmation is at most this long. */
const MAX_LENGTH_WITHOUT_ERROR = 3

/** False if the button of the change form is disabled. */
export const canChangePassword = (change: PasswordChange): boolean =>
  change.oldPassword !== '' && change.newPassword.length >= MIN_LENGTH_FOR_BUTTON && isNewPasswordValid(change)

/** The change form's error, shown once the confirmation is longer than 3 characters. */
export function passwordChangeError(change: PasswordChange): string | undefined {
  if (change.confirmation.length <= MAX_LENGTH_WITHOUT_ERROR) return undefined
  return isNewPasswordValid(change) ? undefined : m.access_newPasswordRefused()
}

function isNewPasswordValid(change: PasswordChange): boolean {
  const isConfirmed = change.newPassword === change.confirmation
  const isChanged = change.newPassword !== change.oldPassword
  return isConfirmed && isChanged && isAcceptablePassword({ ...change, password: change.newPassword })
}

/** The specified message, with the server's minimum length instead of 10. */
export const invalidPasswordMessage = (minLength: number): string =>
  m.access_invalidPassword().replace('10', String(minLength))

/** The error of the form Set Password. Undefined if the new password is valid. */
export function newPasswordError(input: PasswordToCheck & { readonly confirmation: string }): string | undefined {
  if (input.password !== input.confirmation) return m.access_passwordsDoNotMatch()
  if (isAcceptablePassword(input)) return undefined
  const ruleMessage = invalidPasswordMessage(input.minLength ?? DEFAULT_MIN_LENGTH)
  // The specified message does not mention the rule about the username.
  return checkPassword(input).isWithoutUsername ? ruleMessage : `${ruleMessage}. ${m.access_passwordWithoutUsername()}`
}
