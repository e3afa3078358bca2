// The one-time-code view of the sign-in page (access §2, status 'required').
import { type FormEvent, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'

interface CodeFormProps {
  readonly message: string
  readonly messageIsGood: boolean
  readonly pending: boolean
  readonly onSubmit: (code: string) => void
  readonly onResend: () => void
  readonly onCancel: () => void
}

const MAX_CODE_LENGTH = 6

export function CodeForm({ message, messageIsGood, pending, onSubmit, onResend, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code !== '' && !pending) onSubmit(code)
  }
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">Two-Factor Authentication</h1>
        <p className="text-muted">Enter a verification code sent to your email.</p>
      </div>
      {message !== '' && !pending && <Banner kind={messageIsGood ? 'info' : 'critical'} title={message} />}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Verification Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={MAX_CODE_LENGTH}
          figures
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value.trim())}
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button onClick={onResend} disabledReason={pending ? 'Waiting for the answer' : undefined}>
            Resend Code
          </Button>
          <Button
            type="submit"
            kind="primary"
            pending={pending}
            className="flex-1"
            disabledReason={code === '' ? 'Enter the code first' : undefined}
          >
            Submit
          </Button>
        </div>
      </form>
    </>
  )
}
