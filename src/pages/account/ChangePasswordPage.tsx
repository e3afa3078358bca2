// /user/changepassword: changes the user's password, and shows which rules the typed password meets.
import { m } from '#words/messages.js'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DEFAULT_MIN_LENGTH, MAX_PASSWORD_LENGTH, passwordChangeError } from '#domain/access/passwords.ts'
import { failureMessages } from '#domain/request-outcomes.ts'
import { changePassword } from '#flows/access/account.ts'
import { useServerCall } from '#flows/server-call.ts'
import { type FailureMessage, messageOf } from '#machines/failure-message.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { passwordChangeBlocker } from './passwordChangeBlocker.ts'

export default function ChangePasswordPage() {
  const { send, outcome, isPending: pending } = useServerCall(changePassword)
  const navigate = useNavigate()
  const { data: settings } = useServerQuery('securitySettings', {})
  const username = useSession()?.user.username ?? ''
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const minLength = settings?.passwordMin ?? DEFAULT_MIN_LENGTH
  const change = { oldPassword, newPassword, confirmation, username, minLength }
  const { online } = useConnection()
  const disabledReason = online ? passwordChangeBlocker(change) : OFFLINE_REASON
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason === undefined) void send({ oldPassword, password: newPassword })
  }
  const goHome = () => void navigate('/')
  const failure = outcome && messageOf(outcome)
  return (
    <Page title={m.common_changePassword()} width="narrow">
      {failure && <Banner kind="critical" title={failureToText(failure)} />}
      <Panel>
        <form onSubmit={submit} noValidate className="grid max-w-md gap-4">
          {/* Lets the password manager store the username with the password. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            label={m.account_oldPassword()}
            name="oldPassword"
            autoComplete="current-password"
            maxLength={MAX_PASSWORD_LENGTH}
            value={oldPassword}
            onChange={(event) => setOldPassword(event.target.value)}
          />
          <PasswordField
            label={m.common_newPassword()}
            name="newPassword"
            autoComplete="new-password"
            maxLength={MAX_PASSWORD_LENGTH}
            value={newPassword}
            onChange={(event) => setNewPassword(event.target.value)}
          />
          <PasswordField
            label={m.common_passwordConfirmation()}
            name="confirmation"
            autoComplete="new-password"
            maxLength={MAX_PASSWORD_LENGTH}
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
            error={passwordChangeError(change)}
          />
          <PasswordRules change={change} />
          <div className="flex gap-2">
            <Button onClick={() => void navigate('/user/detail')}>{m.common_cancel()}</Button>
            <Button type="submit" kind="primary" pending={pending} disabledReason={disabledReason}>
              {m.common_changePassword()}
            </Button>
          </div>
        </form>
      </Panel>
      <Dialog
        open={outcome?.kind === 'done'}
        onClose={goHome}
        size="small"
        title={m.account_passwordHasChanged()}
        description={m.account_logInElsewhereAgain()}
        footer={
          <Button kind="primary" onClick={goHome}>
            {m.common_ok()}
          </Button>
        }
      />
    </Page>
  )
}

const failureToText = (failure: FailureMessage): string =>
  failure.code === 'serverMessage' ? failure.text : failureMessages[failure.code]
