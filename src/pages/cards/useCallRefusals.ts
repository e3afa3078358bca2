// Why the user cannot call an operation now. The first reason that applies is shown: the user has no permission, an
// administrator has changed the user and the change is not confirmed yet, or there is no connection.
import { m } from '#words/messages.js'
import { type GuardedMethod, canCall, methodInfo } from '#contract/methods.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'

/** The reason for one operation; undefined if the operation is available. */
export const useCallRefusal = (method: GuardedMethod): string | undefined => useCallRefusals()(method)

/** Returns a function that gives the reason; undefined if the operation is available. */
export function useCallRefusals(): (method: GuardedMethod) => string | undefined {
  const session = useSession()
  const { online } = useConnection()
  return (method) => {
    if (!canCall(session?.permissions, method)) return m.access_youAreNotAuthorized()
    const isHeldAfterUserChange = methodInfo(method).afterUserChange === 'held'
    if (isHeldAfterUserChange && session?.approvalHold !== undefined) return session.approvalHold
    return online ? undefined : OFFLINE_REASON
  }
}
