// Why an operation is not available now: first the user's permission, then a waiting change of the user, then the
// connection.
import { m } from '#words/messages.js'
import { type GuardedMethod, canCall, methodInfo } from '#contract/methods.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'

/** Returns a function that gives the reason; undefined if the operation is available. */
export function useCallRefusals(): (method: GuardedMethod) => string | undefined {
  const session = useSession()
  const { online } = useConnection()
  return (method) => {
    if (!canCall(session?.permissions, method)) return m.access_youAreNotAuthorized()
    if (methodInfo(method).afterUserChange === 'held' && session?.approvalHold !== undefined)
      return session.approvalHold
    return online ? undefined : OFFLINE_REASON
  }
}
