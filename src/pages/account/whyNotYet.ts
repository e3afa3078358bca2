// Why the password cannot be changed yet: the first unmet requirement, for the disabled button.
import { canChangePassword, checkPassword, DEFAULT_MIN_LENGTH, type PasswordChange } from '#domain/access/passwords.ts'
import * as say from '#words/pages/account.ts'

/** Undefined if the password can be changed. */
export function whyNotYet(change: PasswordChange): string | undefined {
  if (canChangePassword(change)) return undefined
  const { oldPassword, newPassword, confirmation, username, minLength = DEFAULT_MIN_LENGTH } = change
  if (oldPassword === '') return say.enterOldPassword
  if (newPassword === '') return say.enterNewPassword
  const checks = checkPassword({ password: newPassword, username, minLength })
  if (!checks.longEnough) return say.needsLength(minLength)
  if (!checks.lowercase || !checks.uppercase) return say.needsLetters
  if (!checks.digit) return say.needsDigit
  if (!checks.special) return say.needsSymbol
  if (!checks.withoutUsername) return say.mustNotHoldUsername
  if (newPassword === oldPassword) return say.mustDiffer
  return confirmation === '' ? say.enterItOnceMore : say.passwordsDiffer
}
