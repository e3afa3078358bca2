// /forgotPassword: requests a link to set a new password. The server's response does not tell whether the account
// exists. The page's history entry stores the response, so that a reload shows it again. A new visit shows the form.
import { m } from '#words/messages.js'
import { type FormEvent, useEffect, useState } from 'react'
import { MailCheck } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readStoredReminder, requestReminder } from '#flows/access/passwords.ts'
import { useServerCall } from '#flows/server-call.ts'
import { messageOf } from '#machines/failure-message.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { AccessFrame, AccessHeading } from './AccessFrame.tsx'
import { messageToText } from './messageToText.ts'

const TITLE = m.common_forgotYourPassword()
const MAX_ACCOUNT_LENGTH = 100

export default function ForgotPasswordPage() {
  const { state: historyState } = useLocation() as { state: unknown }
  const { send, lastCall, outcome, isPending } = useServerCall(requestReminder, readStoredReminder(historyState))
  const navigate = useNavigate()
  useEffect(() => {
    if (lastCall?.outcome) void navigate('.', { replace: true, state: lastCall })
  }, [lastCall, navigate])
  const goToLogin = () => void navigate('/login')
  const acceptButton = (
    <Button kind="primary" onClick={goToLogin} autoFocus>
      {m.access_accept()}
    </Button>
  )
  if (!lastCall || !outcome)
    return (
      <AccessFrame>
        <AccountForm pending={isPending} onCancel={goToLogin} onNext={(account) => void send(account)} />
      </AccessFrame>
    )
  if (outcome.kind === 'sent')
    return (
      <AccessFrame>
        <AccessHeading title={TITLE} />
        <div role="status" className="grid gap-1">
          <p>{m.access_resetLinkSent()}</p>
          <p className="font-medium wrap-anywhere">{outcome.email}</p>
          <p>{m.access_pleaseCheckYourInbox()}</p>
        </div>
        <div>{acceptButton}</div>
      </AccessFrame>
    )
  if (outcome.kind === 'unreachable' || outcome.kind === 'failed')
    return (
      <AccessFrame>
        <AccessHeading title={TITLE} />
        <Banner kind="critical" title={messageToText(messageOf(outcome))}>
          {m.access_resetLinkUnknown()}
        </Banner>
        <div className="flex gap-2">
          <Button onClick={() => void send(lastCall.input)}>{m.common_tryAgain()}</Button>
          {acceptButton}
        </div>
      </AccessFrame>
    )
  return (
    <AccessFrame>
      <AccessHeading title={TITLE} />
      <p role="status" className="flex gap-3">
        <MailCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        {outcome.kind === 'serverMessage' ? outcome.text : m.access_resetMailRequested()}
      </p>
      <div>{acceptButton}</div>
    </AccessFrame>
  )
}

interface AccountFormProps {
  readonly pending: boolean
  readonly onCancel: () => void
  readonly onNext: (account: string) => void
}

function AccountForm({ pending, onCancel, onNext }: AccountFormProps) {
  const [account, setAccount] = useState('')
  const isEmpty = account.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !pending) onNext(account.trim())
  }
  return (
    <>
      <AccessHeading title={TITLE}>{m.access_resetPasswordIntro()}</AccessHeading>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={m.access_usernameOrEmail()}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_ACCOUNT_LENGTH}
          autoFocus
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
        <div className="flex gap-2">
          <Button onClick={onCancel}>{m.common_cancel()}</Button>
          <Button
            type="submit"
            kind="primary"
            className="flex-1"
            pending={pending}
            disabledReason={isEmpty ? m.access_usernameOrEmailFirst() : undefined}
          >
            {m.common_next()}
          </Button>
        </div>
      </form>
    </>
  )
}
