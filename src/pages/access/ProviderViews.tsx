// What the sign-in page shows for a client with a company login: the button that opens the company's login, and its
// result when the browser is back. Loaded on demand, because most clients have only passwords.
import { m } from '#words/messages.js'
import { type ReactNode, useEffect, useState } from 'react'
import { client } from '#brand/current.ts'
import type { SendToSignIn, SignInState } from '#flows/access/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { AccessHeading } from './AccessFrame.tsx'
import { messageToText } from './messageToText.ts'
import { useProviderReturn } from './useProviderReturn.ts'

interface ProviderViewsProps {
  readonly state: SignInState
  readonly send: SendToSignIn
  readonly heading: ReactNode
  /** The form for a password. */
  readonly children: ReactNode
}

export default function ProviderViews({ state, send, heading, children }: ProviderViewsProps) {
  // Without a company login, this view is never shown.
  const { provider, hasPasswords } = client.signIn ?? { provider: '', hasPasswords: true }
  const { hasReturned, storeRequestedPage } = useProviderReturn(state, send)
  const [showsForm, setShowsForm] = useState(hasPasswords)
  const message = messageToText(state.context.message)
  const cancel = () => send({ type: 'cancelled' })
  const openProvider = () => {
    storeRequestedPage()
    send({ type: 'provider.chosen' })
  }
  const isLeaving = state.matches('openingProvider') || state.matches('atProvider')
  const isSigningIn = state.hasTag('pending') && !isLeaving

  // Runs after each render, so that the listener has the current state.
  useEffect(() => {
    // The browser can restore this page from its memory after the Back button of the provider's page.
    const onPageShow = ({ persisted: isRestored }: PageTransitionEvent) => {
      if (isRestored && isLeaving) cancel()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  })

  if (hasReturned && isSigningIn)
    return (
      <>
        <AccessHeading title={m.access_checkingProvider({ provider })} />
        <div>
          <Button onClick={cancel}>{m.common_cancel()}</Button>
        </div>
      </>
    )
  if (state.matches('outcomeMissing'))
    return (
      <LoginFailed
        title={m.access_notLoggedIn()}
        message={message}
        onRetry={() => send({ type: 'provider.returned' })}
        onCancel={cancel}
      />
    )
  if (state.matches('providerRefused'))
    return <LoginFailed title={m.access_notLoggedIn()} message={message} onRetry={openProvider} onCancel={cancel} />
  if (state.matches('noAccount'))
    return <LoginFailed title={m.access_noAccountYet()} message={message} onRetry={openProvider} onCancel={cancel} />
  if (state.matches('linked'))
    return (
      <>
        <AccessHeading title={m.access_providerLinked()}>
          {m.access_providerLinkedText({ provider, username: state.context.username })}
        </AccessHeading>
        <Button kind="primary" onClick={() => send({ type: 'link.noticed' })}>
          {m.common_continue()}
        </Button>
      </>
    )
  return (
    <>
      {heading}
      <div className="grid gap-4">
        <Button
          kind="primary"
          onClick={openProvider}
          pending={isLeaving}
          disabledReason={isSigningIn ? m.common_waitingForAnswer() : undefined}
          className="w-full"
        >
          {isLeaving ? m.access_goingToProvider({ provider }) : m.access_logInWith({ provider })}
        </Button>
        {showsForm && (
          <p className="text-center text-sm text-muted">
            {hasPasswords ? m.access_orWithPassword() : m.access_emergencyOnly()}
          </p>
        )}
      </div>
      {showsForm ? (
        children
      ) : (
        <p className="text-center text-sm">
          <button type="button" className="link inline-flex min-h-6 items-center" onClick={() => setShowsForm(true)}>
            {m.access_useEmergencyPassword()}
          </button>
        </p>
      )}
    </>
  )
}

function LoginFailed(props: {
  readonly title: string
  readonly message: string
  readonly onRetry: () => void
  readonly onCancel: () => void
}) {
  return (
    <>
      <AccessHeading title={props.title} />
      <Banner kind="critical" title={props.message} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={props.onRetry}>
          {m.common_tryAgain()}
        </Button>
        <Button onClick={props.onCancel}>{m.access_backToLogin()}</Button>
      </div>
    </>
  )
}
