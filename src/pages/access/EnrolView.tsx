// Sets up an authenticator app during login: shows the secret, asks for the first code, then shows the recovery codes.
import { m } from '#words/messages.js'
import type { useSignIn } from '#flows/access/session.ts'
import { AppCodeForm, AppSecret } from '#pages/shared/AppSetup.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { AccessHeading } from './AccessFrame.tsx'
import { EnrolledDialog } from './EnrolledDialog.tsx'
import { messageToText } from './messageToText.ts'

interface EnrolViewProps {
  readonly state: ReturnType<typeof useSignIn>[0]
  readonly send: ReturnType<typeof useSignIn>[1]
}

export default function EnrolView({ state, send }: EnrolViewProps) {
  const { enrolment, recoveryCodes } = state.context
  const message = messageToText(state.context.message)
  const backToLogin = () => send({ type: 'cancelled' })
  return (
    <>
      <AccessHeading title={m.access_twoFactorRequired()}>{m.access_accountNeedsCode()}</AccessHeading>
      {message !== '' && !state.hasTag('pending') && <Banner kind="critical" title={message} />}
      {state.matches('enrolled') ? (
        <EnrolledDialog recoveryCodes={recoveryCodes} onDone={backToLogin} />
      ) : state.matches('secretMissing') ? (
        <div className="flex gap-2">
          <Button kind="primary" onClick={() => send({ type: 'secret.retried' })}>
            {m.common_tryAgain()}
          </Button>
          <Button onClick={backToLogin}>{m.common_cancel()}</Button>
        </div>
      ) : enrolment ? (
        <>
          <AppSecret secret={enrolment.secret} otpauthUrl={enrolment.otpauthUrl} />
          <AppCodeForm
            message={message}
            pending={state.hasTag('pending')}
            onCancel={backToLogin}
            onAccept={(code) => send({ type: 'code.submitted', code })}
          />
        </>
      ) : (
        <>
          <SkeletonLines lines={5} />
          <div>
            <Button onClick={backToLogin}>{m.common_cancel()}</Button>
          </div>
        </>
      )}
    </>
  )
}
