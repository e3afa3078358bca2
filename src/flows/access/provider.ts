// The server calls of the sign-in by the company's login, with their responses converted for the session machine
// (machines/session).
import type { LeavingResponse, ProviderResponse } from '#machines/session-steps.ts'
import { requestWithoutSession } from '#services/server/api.ts'

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
