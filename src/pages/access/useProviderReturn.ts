// The browser's way to the company's login and back: keeps the page that the user wanted to open, and starts the check of
// the sign-in once the browser is back.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { client } from '#brand/current.ts'
import type { useSignIn } from '#flows/access/session.ts'

type SignIn = ReturnType<typeof useSignIn>

const KEY = `portal:${client.basePath}:provider`

/**
 * `hasReturned`: true while the result of the provider's login is being checked. `remember`: to be called before the
 * browser leaves for the provider.
 */
export function useProviderReturn(state: SignIn[0], send: SignIn[1]) {
  const location = useLocation()
  const wanted: unknown = location.state
  const navigate = useNavigate()
  const isBack = new URLSearchParams(location.search).get('provider') === 'back'
  const [hasReturned, setHasReturned] = useState(isBack)
  const isPending = state.hasTag('pending')

  useEffect(() => {
    if (!isBack) return
    send({ type: 'provider.returned' })
    void navigate('/login', { replace: true, state: takeWanted() })
  }, [isBack, navigate, send])

  // The check has ended: a login with a password afterwards is not a return from the provider.
  if (hasReturned && !isBack && !isPending && state.matches('signedOut')) setHasReturned(false)

  return { hasReturned, remember: () => storeWanted(wanted) }
}

/** Stores the page that the user wanted. It is in the history entry, which is lost when the browser leaves the portal. */
function storeWanted(wanted: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(wanted ?? null))
  } catch {
    // Without storage, the sign-in ends on the first page.
  }
}

function takeWanted(): unknown {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return stored
  } catch {
    return null
  }
}
