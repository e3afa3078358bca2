// /login (access §2): the first screen people see. Which view it shows follows the two-factor status of the conversation; a
// signed-in user is led on by the route's gate.
import { useSignIn } from '#flows/session.ts'
import { Button } from '#ui/Button.tsx'
import { Banner } from '#ui/Banner.tsx'
import { BrandScene } from './BrandScene.tsx'
import { CodeForm } from './CodeForm.tsx'
import { LoginForm } from './LoginForm.tsx'

export default function LoginPage() {
  const [state, send] = useSignIn()
  const { message, messageIsGood } = state.context
  const pending = state.hasTag('pending')
  const enteringCode = state.context.mfaStatus === 'required'
  return (
    <>
      <div className="grid lg:w-[44vw]">
        <div className="mx-auto grid min-h-[64dvh] w-full max-w-100 content-center gap-6 px-6">
          {state.matches('userUnknown') ? (
            <UserUnknown
              message={message}
              onRetry={() => send({ type: 'user.retried' })}
              onCancel={() => send({ type: 'cancelled' })}
            />
          ) : state.matches('enrolling') ? (
            <NotEnrolled onCancel={() => send({ type: 'cancelled' })} />
          ) : enteringCode ? (
            <CodeForm
              message={message}
              messageIsGood={messageIsGood}
              pending={pending}
              onSubmit={(code) => send({ type: 'code.submitted', code })}
              onResend={() => send({ type: 'code.resendAsked' })}
              onCancel={() => send({ type: 'cancelled' })}
            />
          ) : (
            <LoginForm
              message={message}
              pending={pending}
              onSubmit={(username, password) => send({ type: 'credentials.submitted', username, password })}
            />
          )}
        </div>
      </div>
      <BrandScene />
    </>
  )
}

/** The host has let the user in, but its answer about them was lost: nothing is to be typed again. */
function UserUnknown(props: { readonly message: string; readonly onRetry: () => void; readonly onCancel: () => void }) {
  return (
    <>
      <Banner kind="critical" title={props.message}>
        You are signed in, but your settings did not arrive. Try again; nothing has to be typed again.
      </Banner>
      <div className="flex gap-2">
        <Button kind="primary" onClick={props.onRetry}>
          Try again
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </>
  )
}

function NotEnrolled({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">Two-Factor Authentication Required</h1>
      <p className="text-muted">
        This account signs in with an authenticator app, which has not been set up yet. Ask an administrator of your
        programme how to set it up.
      </p>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  )
}
