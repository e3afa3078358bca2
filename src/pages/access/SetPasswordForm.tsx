// The Set Password form for a reset or an activation.
import { m } from '#words/messages.js'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { MAX_PASSWORD_LENGTH, newPasswordError } from '#domain/access/passwords.ts'
import type { NewPassword } from '#flows/access/passwords.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { HtmlText } from './HtmlText.tsx'

interface SetPasswordFormProps {
  readonly username: string
  readonly minLength: number
  /** The message about the last attempt. Empty without a message. */
  readonly message: string
  readonly pending: boolean
  readonly onSubmit: (newPassword: NewPassword) => void
}

export function SetPasswordForm({ username, minLength, message, pending, onSubmit }: SetPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const isEmpty = password === '' || confirmation === ''
  const error = newPasswordError({ password, confirmation, username, minLength })
  const disabledReason = isEmpty ? m.access_pleaseFillInRequiredFields() : error
  const send = () => {
    if (!disabledReason && !pending) onSubmit({ password, confirmation })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onConfirmationKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {message !== '' && !pending && <Banner kind="critical" title={<HtmlText html={message} />} />}
      {/* Lets the password manager store the username with the password. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={m.common_newPassword()}
        name="newPassword"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={m.access_passwordRules({ minLength })}
      />
      <PasswordField
        label={m.common_passwordConfirmation()}
        name="confirmation"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
        onKeyDown={onConfirmationKeyDown}
        error={isEmpty ? undefined : error}
      />
      <Button type="submit" kind="primary" pending={pending} disabledReason={disabledReason}>
        {m.common_setPassword()}
      </Button>
    </form>
  )
}
