// Converts failed calls to outcomes of the wizard's state machine.
import type { Failure } from '#services/server/api.ts'
import { sessionStore } from '#services/session/session.ts'

/** No response, an ended session, or a refusal with the server's message. */
export function failureToOutcome(failure: Failure) {
  if (failure.kind === 'unreachable') return { kind: 'noResponse' } as const
  // If the server answered that the session is over (-20012), the request layer has ended it already.
  if (sessionStore.get() === undefined) return { kind: 'sessionEnded' } as const
  return { kind: 'refused', text: failure.text, code: failure.code } as const
}
