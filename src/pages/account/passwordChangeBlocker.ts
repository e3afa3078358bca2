// Why the password cannot be changed yet: the first unmet requirement, for the disabled button.
import { m } from '#words/messages.js'
import { canChangePassword, checkPassword, DEFAULT_MIN_LENGTH, type PasswordChange } from '#domain/access/passwords.ts'

/** Returns undefined if the password can be changed. */
export function passwordChangeBlocker(change: PasswordChange): string | undefined {
  if (canChangePassword(change)) return undefined
  const { oldPassword, newPassword, confirmation, username, minLength = DEFAULT_MIN_LENGTH } = change
  if (oldPassword === '') return m.account_enterOldPassword()
  if (newPassword === '') return m.account_enterNewPassword()
  const checks = checkPassword({ password: newPassword, username, minLength })
  if (!checks.isLongEnough) return m.account_needsLength({ min: minLength })
  if (!checks.hasLowercase || !checks.hasUppercase) return m.account_needsLetters()
  if (!checks.hasDigit) return m.account_needsDigit()
  if (!checks.hasSpecial) return m.account_needsSymbol()
  if (!checks.isWithoutUsername) return m.account_mustNotContainUsername()
  if (newPassword === oldPassword) return m.common_passwordMustDiffer()
  return confirmation === '' ? m.account_repeatNewPassword() : m.account_passwordsDiffer()
}
