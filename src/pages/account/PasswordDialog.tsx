// Asks for the password again before a change to the login methods of the account.
import { m } from '#words/messages.js'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { MAX_PASSWORD_LENGTH } from '#domain/access/passwords.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'

interface PasswordDialogProps {
  readonly open: boolean
  readonly title: string
  readonly effect: ReactNode
  readonly confirmLabel: string
  readonly danger?: boolean
  /** Why the change cannot be made yet. This dialog itself adds the reason that no password is typed. */
  readonly disabledReason?: string | undefined
  readonly onCancel: () => void
  /** Returns the error message, or undefined after a success. */
  readonly onConfirm: (password: string) => Promise<string | undefined>
  /** Fields above the password. */
  readonly children?: ReactNode
}

export function PasswordDialog(props: PasswordDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: PasswordDialogProps) {
  const { title, effect, confirmLabel, danger = false, disabledReason, onCancel, onConfirm, children } = props
  const formId = useId()
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const { online } = useConnection()
  const missingPasswordReason = password === '' ? m.account_enterPasswordFirst() : undefined
  const inputReason = disabledReason ?? missingPasswordReason
  const blockedReason = online ? inputReason : OFFLINE_REASON
  const submit = async () => {
    if (pending || blockedReason) return
    setError(undefined)
    setPending(true)
    const newError = await onConfirm(password)
    setPending(false)
    setError(newError)
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      locked={pending}
      size="small"
      title={title}
      description={effect}
      footer={
        <>
          <Button onClick={onCancel} disabledReason={pending ? m.common_waitingForAnswer() : undefined}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind={danger ? 'danger' : 'primary'}
            pending={pending}
            disabledReason={blockedReason}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        {error && <Banner kind="critical" title={error} />}
        {children}
        <PasswordField
          label={m.common_password()}
          name="password"
          autoComplete="current-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
