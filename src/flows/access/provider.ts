// The server calls of the sign-in by the company's login, with their responses converted for the session machine
// (machines/session), and the watch for a logout there.
import type { LeavingResponse, ProviderResponse } from '#machines/session-steps.ts'
import { request, requestWithoutSession } from '#services/server/api.ts'
import { sessionStore } from '#services/session/session.ts'

/** Leaves the page for the provider. */
export async function openProvider(signal: AbortSignal): Promise<LeavingResponse> {
  const response = await requestWithoutSession('startProviderLogin', {}, { signal })
  if (!response.ok) return { kind: response.kind, text: response.text }
  location.assign(response.result.url)
  return { kind: 'leaving' }
}

export async function finishProvider(signal: AbortSignal): Promise<ProviderResponse> {
  const response = await requestWithoutSession('finishProviderLogin', {}, { signal })
  if (response.ok) return { kind: 'identified', ...response.result }
  if (response.kind === 'unreachable') return { kind: 'unreachable' }
  const hasNoAccount = response.details['hasNoAccount'] === true
  return { kind: hasNoAccount ? 'noAccount' : 'refused', text: response.text }
}

/** How often a visible page asks if its session has ended at the company's login. */
const PROVIDER_CHECK_MS = 15_000

/**
 * Closes the page soon after a logout at the company's login, although the user does nothing: the response to any call
 * of an ended session ends it here too. It does not count as activity.
 */
export function watchProviderLogout(): () => void {
  const check = () => {
    if (sessionStore.get() && document.visibilityState === 'visible') void request('sessionState', {})
  }
  const timer = setInterval(check, PROVIDER_CHECK_MS)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
