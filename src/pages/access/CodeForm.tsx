// The one-time-code view of the sign-in page (status 'required'), with its alternatives: a recovery code or a passkey.
import { m } from '#words/messages.js'
import { toTypedCode } from '#domain/texts/digits.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { TextField } from '#ui/forms/TextField.tsx'
import { AccessHeading } from './AccessFrame.tsx'
import { useCodeFieldFocus } from '#ui/forms/useCodeFieldFocus.ts'

interface CodeFormProps {
  readonly message: string
  readonly isMessagePositive: boolean
  readonly pending: boolean
  /** Where the user gets the code. */
  readonly factor: 'email' | 'app'
  readonly hasPasskey: boolean
  readonly onSubmit: (code: string) => void
  readonly onResend: () => void
  readonly onPasskey: () => void
  /** Called when the user chooses another method. */
  readonly onMethodChange: () => void
  readonly onCancel: () => void
}

const MAX_CODE_LENGTH = 6
// A recovery code has 10 characters and a hyphen. The maximum leaves room for spaces that users type.
const MAX_RECOVERY_CODE_LENGTH = 20
const WAITING_REASON = m.common_waitingForAnswer()

export function CodeForm(props: CodeFormProps) {
  const { message, isMessagePositive, pending, factor, onSubmit } = props
  const [method, setMethod] = useState<'code' | 'recovery'>('code')
  const chooseMethod = (next: typeof method) => {
    setMethod(next)
    props.onMethodChange()
  }
  const showsMessage = message !== '' && !pending
  const banner = showsMessage && <Banner kind={isMessagePositive ? 'info' : 'critical'} title={message} />
  if (method === 'recovery')
    return (
      <>
        <AccessHeading title={m.common_secondFactorTitle()}>{m.access_enterRecoveryCode()}</AccessHeading>
        {banner}
        <CodeField
          key="recovery"
          label={m.access_recoveryCode()}
          maxLength={MAX_RECOVERY_CODE_LENGTH}
          autoComplete="off"
          message={message}
          pending={pending}
          onSubmit={onSubmit}
          buttons={<Button onClick={props.onCancel}>{m.common_cancel()}</Button>}
        />
        <OtherMethods>
          <MethodButton pending={pending} onClick={() => chooseMethod('code')}>
            {m.access_useVerificationCode()}
          </MethodButton>
        </OtherMethods>
      </>
    )
  const pendingReason = pending ? WAITING_REASON : undefined
  // An app makes new codes automatically, so nothing can be sent.
  const resendDisabledReason = factor === 'app' ? m.access_appCodeRenewal() : pendingReason
  return (
    <>
      <AccessHeading title={m.common_secondFactorTitle()}>
        {factor === 'app' ? m.access_enterAppCode() : m.access_enterEmailedCode()}
      </AccessHeading>
      {banner}
      <CodeField
        key="code"
        label={m.common_verificationCode()}
        maxLength={MAX_CODE_LENGTH}
        inputMode="numeric"
        autoComplete="one-time-code"
        message={message}
        pending={pending}
        onSubmit={onSubmit}
        buttons={
          <>
            <Button onClick={props.onCancel}>{m.common_cancel()}</Button>
            <Button onClick={props.onResend} disabledReason={resendDisabledReason}>
              {m.access_resendCode()}
            </Button>
          </>
        }
      />
      <OtherMethods>
        {props.hasPasskey && (
          <MethodButton pending={pending} onClick={props.onPasskey}>
            {m.access_usePasskey()}
          </MethodButton>
        )}
        {/* Recovery codes only exist with an authenticator app. */}
        {factor === 'app' && (
          <MethodButton pending={pending} onClick={() => chooseMethod('recovery')}>
            {m.access_useRecoveryCode()}
          </MethodButton>
        )}
      </OtherMethods>
    </>
  )
}

interface CodeFieldProps {
  readonly label: string
  readonly maxLength: number
  readonly inputMode?: 'numeric'
  readonly autoComplete: string
  readonly message: string
  readonly pending: boolean
  readonly onSubmit: (code: string) => void
  readonly buttons: ReactNode
}

function CodeField(props: CodeFieldProps) {
  const { label, maxLength, inputMode, autoComplete, message, pending, onSubmit, buttons } = props
  const [code, setCode] = useState('')
  const field = useCodeFieldFocus(message, pending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code !== '' && !pending) onSubmit(code)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        ref={field}
        label={label}
        name="code"
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={maxLength}
        figures
        autoFocus
        value={code}
        onPaste={(event) => {
          // A pasted code can contain spaces, so maxLength would cut off its last digits.
          event.preventDefault()
          setCode(toTypedCode(event.clipboardData.getData('text')).slice(0, maxLength))
        }}
        // Arabic and other digits stay as typed, because the keyboard can still be composing them. The server converts
        // these digits.
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <div className="flex flex-wrap gap-2">
        {buttons}
        <Button
          type="submit"
          kind="primary"
          pending={pending}
          className="flex-1"
          disabledReason={code === '' ? m.common_enterCodeFirst() : undefined}
        >
          {m.access_submitCode()}
        </Button>
      </div>
    </form>
  )
}

const OtherMethods = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm">{children}</p>
)

interface MethodButtonProps {
  readonly pending: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Ignores clicks while a response is pending. It is not `disabled`, so it keeps the focus. */
const MethodButton = ({ pending, onClick, children }: MethodButtonProps) => (
  <button
    type="button"
    className={cx('link', pending && 'cursor-not-allowed opacity-50')}
    aria-disabled={pending || undefined}
    onClick={() => {
      if (!pending) onClick()
    }}
  >
    {children}
  </button>
)
