// The password rules, shown in the forms and enforced by the server. Rules: docs/rules/access.md, "Passwords".
import { m } from '#words/messages.js'

/** Special characters: every printable ASCII character that is not a letter, digit or space. */
export const SPECIAL_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
export const MAX_PASSWORD_LENGTH = 100
export const DEFAULT_MIN_LENGTH = 10

export interface PasswordFacts {
  readonly password: string
  readonly username: string
  /** The server's setting; 10 by default. */
  readonly minLength?: number
}

/** Each rule with its own result, in the order in which the forms list them. */
export interface PasswordChecks {
  readonly longEnough: boolean
  readonly withoutUsername: boolean
  readonly digit: boolean
  readonly lowercase: boolean
  readonly uppercase: boolean
  readonly special: boolean
}

/**
 * Checks every rule of a new password. Characters are counted as code points, so an emoji counts as one. The username is
 * compared case-insensitively.
 */
export function checkPassword({ password, username, minLength = DEFAULT_MIN_LENGTH }: PasswordFacts): PasswordChecks {
  const characters = Array.from(password)
  return {
    longEnough: characters.length >= minLength,
    withoutUsername: username === '' || !password.toLowerCase().includes(username.toLowerCase()),
    digit: /[0-9]/.test(password),
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    special: characters.some((character) => SPECIAL_CHARACTERS.includes(character)),
  }
}

/** True if the password meets every rule. */
export const isAcceptablePassword = (facts: PasswordFacts): boolean =>
  Object.values(checkPassword(facts)).every(Boolean)

export interface PasswordChange {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirmation: string
  readonly username: string
  readonly minLength?: number
}

/** False disables the button of the change form. */
export const canChangePassword = (change: PasswordChange): boolean =>
  change.oldPassword !== '' &&
  change.newPassword === change.confirmation &&
  change.newPassword.length > 2 &&
  change.newPassword !== change.oldPassword &&
  isAcceptablePassword({ ...change, password: change.newPassword })

/** The change form's error, shown once the confirmation is longer than 3 characters. */
export function refusePasswordChange(change: PasswordChange): string | undefined {
  if (change.confirmation.length <= 3) return undefined
  const fits =
    change.newPassword === change.confirmation && isAcceptablePassword({ ...change, password: change.newPassword })
  return fits ? undefined : m.access_confirmationDiffers()
}

/** The specified message, with the server's minimum length instead of 10. */
export const invalidPassword = (minLength: number): string =>
  m.access_invalidPassword().replace('10', String(minLength))

/** The Set Password form's error, or undefined. */
export function refuseNewPassword(facts: PasswordFacts & { readonly confirmation: string }): string | undefined {
  if (facts.password !== facts.confirmation) return m.access_passwordsDoNotMatch()
  if (isAcceptablePassword(facts)) return undefined
  const invalid = invalidPassword(facts.minLength ?? DEFAULT_MIN_LENGTH)
  // The specified message does not name this rule.
  return checkPassword(facts).withoutUsername ? invalid : `${invalid}. ${m.access_withoutUsername()}`
}
