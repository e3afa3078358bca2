// The rules for a new password, listed in the Change Password form, with a tick beside each rule that the typed
// password meets. A password that meets all rules is valid.
import { m } from '#words/messages.js'
import { Check, Circle } from 'lucide-react'
import { checkPassword, DEFAULT_MIN_LENGTH, type PasswordChange, SPECIAL_CHARACTERS } from '#domain/access/passwords.ts'
import { cx } from '#ui/cx.ts'

export function PasswordRules({ change }: { readonly change: PasswordChange }) {
  return (
    <ul aria-label={m.account_rules()} className="grid gap-1 text-sm">
      {toRules(change).map(({ text, isMet }) => (
        <li key={text} className={cx('flex items-center gap-2', isMet ? 'text-positive' : 'text-muted')}>
          {isMet ? (
            <Check aria-hidden className="size-4 shrink-0" />
          ) : (
            <Circle aria-hidden className="size-4 shrink-0 p-0.5" />
          )}
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="sr-only">{isMet ? m.account_ruleMet() : m.account_ruleNotMet()}</span>
        </li>
      ))}
    </ul>
  )
}

function toRules(change: PasswordChange) {
  const { newPassword: password, oldPassword, username, minLength = DEFAULT_MIN_LENGTH } = change
  const checks = checkPassword({ password, username, minLength })
  const { isLongEnough, hasLowercase, hasUppercase, hasDigit, hasSpecial, isWithoutUsername } = checks
  return [
    { text: m.account_ruleLength({ min: minLength }), isMet: isLongEnough },
    { text: m.account_ruleLetters(), isMet: hasLowercase && hasUppercase },
    { text: m.account_ruleDigit(), isMet: hasDigit },
    { text: m.account_ruleSymbol({ symbols: SPECIAL_CHARACTERS.split('').join(' ') }), isMet: hasSpecial },
    { text: m.account_ruleUsername(), isMet: password !== '' && isWithoutUsername },
    { text: m.account_ruleDiffers(), isMet: password !== '' && password !== oldPassword },
  ]
}
