// The rules under the Change Password form (access §5), each ticked off as soon as it holds: all that the password must do, so
// that nothing is wrong when all are ticked.
import { Check, Circle } from 'lucide-react'
import { checkPassword, DEFAULT_MIN_LENGTH, type PasswordChange, SPECIAL_CHARACTERS } from '#domain/access/passwords.ts'
import { cx } from '#ui/cx.ts'

export function PasswordRules({ change }: { readonly change: PasswordChange }) {
  return (
    <ul aria-label="Rules" className="grid gap-1 text-sm">
      {rulesOf(change).map(({ text, holds }) => (
        <li key={text} className={cx('flex items-center gap-2', holds ? 'text-positive' : 'text-muted')}>
          {holds ? (
            <Check aria-hidden className="size-4 shrink-0" />
          ) : (
            <Circle aria-hidden className="size-4 shrink-0 p-0.5" />
          )}
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="sr-only">{holds ? ': done' : ': not yet'}</span>
        </li>
      ))}
    </ul>
  )
}

function rulesOf(change: PasswordChange) {
  const { newPassword: password, oldPassword, username, minLength = DEFAULT_MIN_LENGTH } = change
  const checks = checkPassword({ password, username, minLength })
  const { longEnough, lowercase, uppercase, digit, special, withoutUsername } = checks
  return [
    { text: `At least ${minLength} characters`, holds: longEnough },
    { text: 'One lowercase and one uppercase letter', holds: lowercase && uppercase },
    { text: 'At least one digit', holds: digit },
    { text: `At least one symbol from ${SPECIAL_CHARACTERS.split('').join(' ')}`, holds: special },
    { text: 'Without your username', holds: password !== '' && withoutUsername },
    { text: 'New password differs from old', holds: password !== '' && password !== oldPassword },
  ]
}
