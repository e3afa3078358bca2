// /login: the first screen. The view depends on the two-factor status. Gate.tsx redirects signed-in users.
import { m } from '#words/messages.js'
import { Suspense, useState } from 'react'
import { client } from '#brand/current.ts'
import { useWasStepInterrupted } from '#flows/access/second-step.ts'
import { useSignIn } from '#flows/access/session.ts'
import { readStoredChannel } from '#services/device/notice-storage.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { LazyView } from './LazyView.tsx'
import { LoginForm, LoginHeading } from './LoginForm.tsx'
import { messageToText } from './messageToText.ts'

// Loaded while the server checks the password.
const loadCodeViews = () => import('./CodeViews.tsx')
// Few users see the enrolment, and only once, so it is not part of the initial code.
const loadEnrolView = () => import('./EnrolView.tsx')
const loadProviderViews = () => import('./ProviderViews.tsx')
const NoticesStillOn = lazyPart(() => import('../shared/NoticesStillOn.tsx'))

export default function LoginPage() {
  return (
    <AccessFrame>
      <LoginView />
    </AccessFrame>
  )
}

function LoginView() {
  const [state, send] = useSignIn()
  const { mfaStatus, codeUnavailableReason } = state.context
  const message = messageToText(state.context.message)
  const pending = state.hasTag('pending')
  const cancel = () => send({ type: 'cancelled' })
  const [hasNotices] = useState(() => readStoredChannel() !== null)
  const isInterrupted = useWasStepInterrupted(mfaStatus, pending)
  if (state.matches('userNotLoaded'))
    return <UserNotLoaded message={message} onRetry={() => send({ type: 'user.retried' })} onCancel={cancel} />
  const isEnrolling = mfaStatus === 'not enrolled' || mfaStatus === 'enrolment complete'
  if (isEnrolling)
    return (
      <LazyView load={loadEnrolView} onCancel={cancel}>
        {(EnrolView) => <EnrolView state={state} send={send} />}
      </LazyView>
    )
  const isAtCode = codeUnavailableReason !== '' || mfaStatus === 'required'
  if (isAtCode)
    return (
      <LazyView load={loadCodeViews} onCancel={cancel}>
        {(CodeViews) => <CodeViews state={state} send={send} />}
      </LazyView>
    )
  const takesPasswords = client.signIn === undefined || client.signIn.hasPasswords
  const heading = <LoginHeading message={message} pending={pending} />
  const form = (
    <LoginForm
      message={message}
      pending={pending}
      isSecondary={client.signIn !== undefined}
      onSubmit={(username, password) => {
        send({ type: 'credentials.submitted', username, password })
        loadCodeViews().catch(() => undefined)
      }}
    />
  )
  return (
    <>
      {isInterrupted && takesPasswords && (
        <Banner kind="info" title={m.access_enterYourPasswordAgain()}>
          {m.access_reloadedDuringCode()}
        </Banner>
      )}
      {client.signIn ? (
        <LazyView load={loadProviderViews} onCancel={cancel}>
          {(ProviderViews) => (
            <ProviderViews state={state} send={send} heading={heading}>
              {form}
            </ProviderViews>
          )}
        </LazyView>
      ) : (
        <>
          {heading}
          {form}
        </>
      )}
      {hasNotices && (
        <Suspense>
          <NoticesStillOn />
        </Suspense>
      )}
    </>
  )
}

/** The server has signed the user in, but the response with the user's data was lost. No second login is needed. */
function UserNotLoaded(props: {
  readonly message: string
  readonly onRetry: () => void
  readonly onCancel: () => void
}) {
  return (
    <>
      <Banner kind="critical" title={props.message}>
        {m.access_settingsNotLoaded()}
      </Banner>
      <div className="flex gap-2">
        <Button kind="primary" onClick={props.onRetry}>
          {m.common_tryAgain()}
        </Button>
        <Button onClick={props.onCancel}>{m.common_cancel()}</Button>
      </div>
    </>
  )
}
