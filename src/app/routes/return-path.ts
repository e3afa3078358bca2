// The page to open after sign-in: always a path of this portal, and only for the user who left it. Rules:
// docs/security.md, T57.

/** The history state of a redirect to /login; never part of the address. */
export interface ReturnState {
  readonly returnTo: string
}

/** The page that this tab showed when its session ended, and the session's user (services/session). */
export interface ReturnLocation {
  readonly userId: string
  readonly path: string
}

/**
 * The path to open after `userId` has signed in: the page that redirected to /login, which is the newest address that the
 * user asked for, else the page where their session ended. Returns '/' if another user's session ended in this tab.
 */
export function returnPathOf(userId: string, lastLocation: ReturnLocation | undefined, state: unknown): string {
  if (lastLocation && lastLocation.userId !== userId) return '/'
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined
  // The address of the portal alone names no page.
  const isPage = typeof returnTo === 'string' && returnTo !== '/' && isInApp(returnTo)
  if (isPage) return returnTo
  return lastLocation && isInApp(lastLocation.path) ? lastLocation.path : '/'
}

// Browsers treat '//server' and '/\server' as addresses of other sites. Returning to the log-out page would end the new
// session.
const isInApp = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/^\/(login|logout)\b/.test(path)
