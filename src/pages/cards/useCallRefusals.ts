// Why an operation is not available now: first the user's permission, then the connection.
import { m } from '#words/messages.js'
import { type GuardedMethod, canCall } from '#contract/methods.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'

/** Returns a function that gives the reason; undefined if the operation is available. */
export function useCallRefusals(): (method: GuardedMethod) => string | undefined {
  const session = useSession()
  const { online } = useConnection()
  return (method) => {
    if (!canCall(session?.permissions, method)) return m.access_youAreNotAuthorized()
    return online ? undefined : OFFLINE_REASON
  }
}
