// Sets up an authenticator app, during login and in My Settings: shows the secret as a QR code and as text, and asks
// for the first code.
import { m } from '#words/messages.js'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/buttons/Button.tsx'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'
import { QrCode } from '#ui/drawings/QrCode.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCodeFieldFocus } from '#ui/forms/useCodeFieldFocus.ts'

const MAX_CODE_LENGTH = 6

export function AppSecret({ secret, otpauthUrl }: { readonly secret: string; readonly otpauthUrl: string }) {
  return (
    <ol className="grid list-decimal gap-4 ps-5 marker:text-muted">
      <li className="ps-1">
        {m.common_scanThisQrCode()}
        <div className="mt-3 grid gap-3">
          <QrCode text={otpauthUrl} label={m.common_qrCodeOfSecret()} />
          <div className="text-sm text-muted">
            {m.common_noCameraTypeKey()}
            <p className="mt-1 flex items-center gap-1">
              <code className="rounded-sm bg-sunken px-2 py-1 text-text figures wrap-anywhere">
                {inGroupsOfFour(secret)}
              </code>
              <CopyButton value={secret} name={m.common_setupKey()} />
            </p>
          </div>
        </div>
      </li>
      <li className="ps-1">{m.common_enterAppCode()}</li>
    </ol>
  )
}

/** 'ABCDEFGHIJ' → 'ABCD EFGH IJ'. */
const inGroupsOfFour = (text: string): string => (text.match(/.{1,4}/g) ?? []).join(' ')

interface AppCodeFormProps {
  /** The message about the last attempt; '' before the first attempt. */
  readonly message: string
  readonly pending: boolean
  readonly onCancel: () => void
  readonly onAccept: (code: string) => void
}

export function AppCodeForm({ message, pending, onCancel, onAccept }: AppCodeFormProps) {
  const [code, setCode] = useState('')
  const field = useCodeFieldFocus(message, pending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code !== '' && !pending) onAccept(code)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        ref={field}
        label={m.common_verificationCode()}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={MAX_CODE_LENGTH}
        figures
        autoFocus
        value={code}
        // A pasted code can contain spaces, so `maxLength` would cut off its last digits.
        onPaste={(event) => {
          event.preventDefault()
          setCode(event.clipboardData.getData('text').replace(/\s/g, '').slice(0, MAX_CODE_LENGTH))
        }}
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <div className="flex gap-2">
        <Button onClick={onCancel} disabledReason={pending ? m.common_waitingForAnswer() : undefined}>
          {m.common_cancel()}
        </Button>
        <Button
          type="submit"
          kind="primary"
          className="flex-1"
          pending={pending}
          disabledReason={code === '' ? m.common_enterCodeFirst() : undefined}
        >
          {m.common_accept()}
        </Button>
      </div>
    </form>
  )
}
