// The browser's way to the company's login and back: remembers the page that the user requested before the login, and
// checks the result when the browser is back.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { client } from '#brand/current.ts'
import type { SendToSignIn, SignInState } from '#flows/access/session.ts'

const KEY = `portal:${client.basePath}:provider`

interface ProviderReturn {
  /** True from the return of the browser until the check of the result has ended without a login. */
  readonly hasReturned: boolean
  /** Called before the browser leaves for the provider. */
  readonly storeRequestedPage: () => void
}

export function useProviderReturn(state: SignInState, send: SendToSignIn): ProviderReturn {
  const location = useLocation()
  const requestedPage: unknown = location.state
  const navigate = useNavigate()
  const isBack = new URLSearchParams(location.search).get('provider') === 'back'
  const [hasReturned, setHasReturned] = useState(isBack)
  const isPending = state.hasTag('pending')

  useEffect(() => {
    if (!isBack) return
    send({ type: 'provider.returned' })
    void navigate('/login', { replace: true, state: takeRequestedPage() })
  }, [isBack, navigate, send])

  // While `isBack`, the check has not started yet.
  const hasCheckEnded = !isBack && !isPending && state.matches('signedOut')
  // After the check, a login with a password is not a return from the provider.
  if (hasReturned && hasCheckEnded) setHasReturned(false)

  return { hasReturned, storeRequestedPage: () => storeRequestedPage(requestedPage) }
}

/** The history entry also has the page, but is lost when the browser leaves the portal. */
function storeRequestedPage(requestedPage: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(requestedPage ?? null))
  } catch {
    // Without storage, the sign-in ends on the first page.
  }
}

/** Reads the stored page and removes it. Null if there is none. */
function takeRequestedPage(): unknown {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return stored
  } catch {
    return null
  }
}
