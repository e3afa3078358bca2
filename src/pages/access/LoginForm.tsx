// The heading of the login page, and the login form: Username, Password, Log in. React does not control the fields, so
// that paste, password managers and autofill work. Submitting the form reads their values.
import { m } from '#words/messages.js'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { useConnection } from '#services/server/connection.ts'
import { readReturnLocation } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { takeOverFirstForm } from '#ui/forms/first-form.ts'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface LoginHeadingProps {
  /** The message about the last attempt. Empty without a message. */
  readonly message: string
  readonly pending: boolean
}

interface LoginFormProps extends LoginHeadingProps {
  /** True if users normally use the company's login, so that this form is not the main way to log in. */
  readonly isSecondary?: boolean
  readonly onSubmit: (username: string, password: string) => void
}

/** The maximum length of the username and of the password. */
const MAX_LENGTH = 100
const REQUIRED = m.common_thisFieldIsRequired()

interface Errors {
  readonly username?: string | undefined
  readonly password?: string | undefined
}

export function LoginHeading({ message, pending }: LoginHeadingProps) {
  // A return location is stored only when a session ends without the user's action.
  const [hasSessionEnded] = useState(() => readReturnLocation() !== undefined)
  const { online } = useConnection()
  const hasMessage = message !== ''
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold tracking-tight">{m.access_welcome()}</h1>
        <p className="text-muted">{m.access_logInToCardProgramme({ name: client.name })}</p>
      </div>
      {hasMessage && !pending && <Banner kind="critical" title={message} />}
      {!hasMessage && hasSessionEnded && (
        <Banner title={m.access_yourSessionHasEnded()}>{online && m.access_logInToContinue()}</Banner>
      )}
    </>
  )
}

export function LoginForm({ message, pending, isSecondary = false, onSubmit }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null)
  // The user whose session ended without logging out. Empty after a logout and on a first visit.
  const [endedUsername] = useState(() => readReturnLocation()?.username ?? '')
  const [errors, setErrors] = useState<Errors>({})
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)

  // This form replaces the first form on the page. If the user has already pressed the button of the first form, the
  // button of this form is clicked for the user.
  const pressedButton = useRef<HTMLButtonElement>(undefined)
  useLayoutEffect(() => {
    if (form.current) pressedButton.current = takeOverFirstForm(form.current)
  }, [])
  useEffect(() => pressedButton.current?.click(), [])

  // After a failed login the user types the password again, so the password field gets the focus.
  useLayoutEffect(() => {
    if (message === '' || pending) return
    const password = fieldOf(form.current, 'password')
    password?.focus()
    password?.select()
  }, [message, pending])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const usernameField = fieldOf(form.current, 'username')
    const passwordField = fieldOf(form.current, 'password')
    const username = usernameField?.value.trim() ?? ''
    const password = passwordField?.value ?? ''
    const isUsernameMissing = username === ''
    const isPasswordMissing = password === ''
    setErrors({
      username: isUsernameMissing ? REQUIRED : undefined,
      password: isPasswordMissing ? REQUIRED : undefined,
    })
    if (isUsernameMissing) usernameField?.focus()
    else if (isPasswordMissing) passwordField?.focus()
    else onSubmit(username, password)
  }

  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLockOn(event.getModifierState('CapsLock'))

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={m.common_username()}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_LENGTH}
          defaultValue={endedUsername}
          autoFocus={!isSecondary && endedUsername === ''}
          error={errors.username}
        />
        <PasswordField
          label={m.common_password()}
          name="password"
          autoComplete="current-password"
          maxLength={MAX_LENGTH}
          autoFocus={endedUsername !== ''}
          error={errors.password}
          hint={isCapsLockOn ? m.access_capsLock() : undefined}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setIsCapsLockOn(false)}
        />
        <Button type="submit" kind={isSecondary ? 'secondary' : 'primary'} pending={pending} className="mt-1 w-full">
          {m.common_logIn()}
        </Button>
      </form>
      <p className="text-center text-sm">
        <Link to="/forgotPassword" className="link inline-flex min-h-6 items-center">
          {m.common_forgotYourPassword()}
        </Link>
      </p>
    </>
  )
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}
