// A call that brought no answer, as the wizard's chart understands it.
import type { Failure } from '#services/server/api.ts'
import { sessionStore } from '#services/session/session.ts'

/** Nothing is known, the session is over, or the host has said no in its words. */
export function failureToOutcome(failure: Failure) {
  if (failure.kind === 'unreachable') return { kind: 'missing' } as const
  // The request layer has ended the session when the host said it is over (-20012).
  if (sessionStore.get() === undefined) return { kind: 'sessionEnded' } as const
  return { kind: 'refused', text: failure.text, code: failure.code } as const
}
