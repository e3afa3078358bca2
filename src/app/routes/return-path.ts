// The page to open after sign-in. It is always a path of this portal. If it is a page that a user has left, it is
// opened only for the same user. Rules: docs/security.md, T57.

/** The history state of a redirect to /login. It is never part of the address. */
export interface ReturnState {
  readonly returnTo: string
}

/** The page that this tab showed when its session ended, and the user of that session (services/session). */
export interface ReturnLocation {
  readonly userId: string
  readonly path: string
}

/**
 * The path to open after `userId` has signed in:
 * - '/' if the session of another user ended in this tab
 * - the page that redirected to /login, because it is the newest address that the user asked for
 * - the page on which the user's session ended
 * - otherwise '/'
 */
export function returnPathOf(userId: string, lastLocation: ReturnLocation | undefined, state: unknown): string {
  if (lastLocation && lastLocation.userId !== userId) return '/'
  const { returnTo } = (state ?? {}) as Partial<Record<keyof ReturnState, unknown>>
  // A user who asks for no particular page opens '/'.
  const asksForPage = typeof returnTo === 'string' && returnTo !== '/' && canReturnTo(returnTo)
  if (asksForPage) return returnTo
  if (lastLocation && canReturnTo(lastLocation.path)) return lastLocation.path
  return '/'
}

function canReturnTo(path: string): boolean {
  // Browsers treat '//server' and '/\server' as addresses of other sites.
  const isInPortal = /^\/(?![/\\])/.test(path)
  // Returning to the log-out page would end the new session.
  const isSignInOrOut = /^\/(login|logout)\b/.test(path)
  return isInPortal && !isSignInOrOut
}
