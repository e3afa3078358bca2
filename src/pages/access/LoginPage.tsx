// /login (access §2): the first screen people see. Which view it shows follows the two-factor status of the conversation; a
// signed-in user is led on by the route's gate.
import { useInterruptedStep } from '#flows/access/second-step.ts'
import { useSignIn } from '#flows/access/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/pages/access/log-in.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { CodeForm } from './CodeForm.tsx'
import { NoCode } from './NoCode.tsx'
import { LateView } from './LateView.tsx'
import { LoginForm } from './LoginForm.tsx'

// Few people see it, and only once: not part of what everybody loads.
const enrolView = () => import('./EnrolView.tsx')

export default function LoginPage() {
  const [state, send] = useSignIn()
  const { mfaStatus, message, messageIsGood, noCode, factor, hasPasskey } = state.context
  const pending = state.hasTag('pending')
  const cancel = () => send({ type: 'cancelled' })
  const isInterrupted = useInterruptedStep(mfaStatus, pending)
  return (
    <AccessFrame>
      {state.matches('userUnknown') ? (
        <UserUnknown message={message} onRetry={() => send({ type: 'user.retried' })} onCancel={cancel} />
      ) : mfaStatus === 'not enrolled' || mfaStatus === 'enrolment complete' ? (
        <LateView load={enrolView} onCancel={cancel}>
          {(EnrolView) => <EnrolView state={state} send={send} />}
        </LateView>
      ) : noCode !== '' ? (
        <NoCode
          reason={noCode}
          message={message}
          pending={pending}
          hasPasskey={hasPasskey}
          onResend={() => send({ type: 'code.resendAsked' })}
          onPasskey={() => send({ type: 'passkey.chosen' })}
          onCancel={cancel}
        />
      ) : mfaStatus === 'required' ? (
        <CodeForm
          message={message}
          messageIsGood={messageIsGood}
          pending={pending}
          factor={factor}
          hasPasskey={hasPasskey}
          onSubmit={(code) => send({ type: 'code.submitted', code })}
          onResend={() => send({ type: 'code.resendAsked' })}
          onPasskey={() => send({ type: 'passkey.chosen' })}
          onOtherWay={() => send({ type: 'message.dismissed' })}
          onCancel={cancel}
        />
      ) : (
        <>
          {isInterrupted && (
            <Banner kind="info" title={say.enterYourPasswordAgain}>
              {say.pageWasReloadedWhileCode}
            </Banner>
          )}
          <LoginForm
            message={message}
            pending={pending}
            onSubmit={(username, password) => send({ type: 'credentials.submitted', username, password })}
          />
        </>
      )}
    </AccessFrame>
  )
}

/** The host has let the user in, but its answer about them was lost: nothing is to be typed again. */
function UserUnknown(props: { readonly message: string; readonly onRetry: () => void; readonly onCancel: () => void }) {
  return (
    <>
      <Banner kind="critical" title={props.message}>
        {say.youAreSignedInBut}
      </Banner>
      <div className="flex gap-2">
        <Button kind="primary" onClick={props.onRetry}>
          {say.tryAgain}
        </Button>
        <Button onClick={props.onCancel}>{say.cancel}</Button>
      </div>
    </>
  )
}
