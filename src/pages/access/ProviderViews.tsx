// What the sign-in page shows for a client with a company login: its button, and what happens after the browser is back.
// Loaded on demand, because most clients have only passwords.
import { m } from '#words/messages.js'
import { type ReactNode, useEffect, useState } from 'react'
import { client } from '#brand/current.ts'
import type { useSignIn } from '#flows/access/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { AccessHeading } from './AccessFrame.tsx'
import { messageToText } from './messageToText.ts'
import { useProviderReturn } from './useProviderReturn.ts'

interface ProviderViewsProps {
  readonly state: ReturnType<typeof useSignIn>[0]
  readonly send: ReturnType<typeof useSignIn>[1]
  readonly heading: ReactNode
  /** The form for a password. */
  readonly children: ReactNode
}

export default function ProviderViews({ state, send, heading, children }: ProviderViewsProps) {
  const { provider, hasPasswords } = client.signIn ?? { provider: '', hasPasswords: true }
  const { hasReturned, remember } = useProviderReturn(state, send)
  const [showsForm, setShowsForm] = useState(hasPasswords)
  const message = messageToText(state.context.message)
  const cancel = () => send({ type: 'cancelled' })
  const choose = () => {
    remember()
    send({ type: 'provider.chosen' })
  }
  const isLeaving = state.matches('openingProvider') || state.matches('atProvider')
  const isSigningIn = state.hasTag('pending') && !isLeaving

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
      <Outcome title={m.access_notLoggedIn()} message={message} onCancel={cancel}>
        <Button kind="primary" onClick={() => send({ type: 'provider.returned' })}>
          {m.common_tryAgain()}
        </Button>
      </Outcome>
    )
  if (state.matches('providerRefused') || state.matches('noAccount'))
    return (
      <Outcome
        title={state.matches('noAccount') ? m.access_noAccountYet() : m.access_notLoggedIn()}
        message={message}
        onCancel={cancel}
      >
        <Button kind="primary" onClick={choose}>
          {m.common_tryAgain()}
        </Button>
      </Outcome>
    )
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
          onClick={choose}
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

function Outcome(props: {
  readonly title: string
  readonly message: string
  readonly onCancel: () => void
  readonly children: ReactNode
}) {
  return (
    <>
      <AccessHeading title={props.title} />
      <Banner kind="critical" title={props.message} />
      <div className="flex flex-wrap gap-2">
        {props.children}
        <Button onClick={props.onCancel}>{m.access_backToLogin()}</Button>
      </div>
    </>
  )
}
