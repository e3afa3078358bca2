// Why the password cannot be changed yet, as the sentence at its button: what is missing, the first thing first.
import { canChangePassword, checkPassword, DEFAULT_MIN_LENGTH, type PasswordChange } from '#domain/access/passwords.ts'

/** Undefined where it can be changed (access §5). */
export function whyNotYet(change: PasswordChange): string | undefined {
  if (canChangePassword(change)) return undefined
  const { oldPassword, newPassword, confirmation, username, minLength = DEFAULT_MIN_LENGTH } = change
  if (oldPassword === '') return 'Enter your old password'
  if (newPassword === '') return 'Enter a new password'
  const checks = checkPassword({ password: newPassword, username, minLength })
  if (!checks.longEnough) return `The new password needs at least ${minLength} characters`
  if (!checks.lowercase || !checks.uppercase) return 'The new password needs a lowercase and an uppercase letter'
  if (!checks.digit) return 'The new password needs a digit'
  if (!checks.special) return 'The new password needs a symbol'
  if (!checks.withoutUsername) return 'The new password must not contain your username'
  if (newPassword === oldPassword) return 'The new password must differ from the old one'
  return confirmation === '' ? 'Enter the new password once more' : 'The two new passwords differ'
}
