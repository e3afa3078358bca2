// Sets up an authenticator app during login: shows the secret, asks for the first code, then shows the recovery codes.
import { m } from '#words/messages.js'
import type { SendToSignIn, SignInState } from '#flows/access/session.ts'
import { AppCodeForm, AppSecret } from '#pages/shared/AppSetup.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { AccessHeading } from './AccessFrame.tsx'
import { EnrolledDialog } from './EnrolledDialog.tsx'
import { messageToText } from './messageToText.ts'

interface EnrolViewProps {
  readonly state: SignInState
  readonly send: SendToSignIn
}

export default function EnrolView({ state, send }: EnrolViewProps) {
  const message = messageToText(state.context.message)
  return (
    <>
      <AccessHeading title={m.access_twoFactorRequired()}>{m.access_accountNeedsCode()}</AccessHeading>
      {message !== '' && !state.hasTag('pending') && <Banner kind="critical" title={message} />}
      <EnrolStep state={state} send={send} />
    </>
  )
}

function EnrolStep({ state, send }: EnrolViewProps) {
  const { enrolment, recoveryCodes, message } = state.context
  const goBackToLogin = () => send({ type: 'cancelled' })
  if (state.matches('enrolled')) return <EnrolledDialog recoveryCodes={recoveryCodes} onDone={goBackToLogin} />
  if (state.matches('secretMissing'))
    return (
      <div className="flex gap-2">
        <Button kind="primary" onClick={() => send({ type: 'secret.retried' })}>
          {m.common_tryAgain()}
        </Button>
        <Button onClick={goBackToLogin}>{m.common_cancel()}</Button>
      </div>
    )
  const isSecretLoading = !enrolment
  if (isSecretLoading)
    return (
      <>
        <SkeletonLines lines={5} />
        <div>
          <Button onClick={goBackToLogin}>{m.common_cancel()}</Button>
        </div>
      </>
    )
  return (
    <>
      <AppSecret secret={enrolment.secret} otpauthUrl={enrolment.otpauthUrl} />
      <AppCodeForm
        message={messageToText(message)}
        pending={state.hasTag('pending')}
        onCancel={goBackToLogin}
        onAccept={(code) => send({ type: 'code.submitted', code })}
      />
    </>
  )
}
