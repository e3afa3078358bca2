// Where a sign-in leads back to: always a path of this portal, and only for the user who left it. Rules:
// docs/security.md, T57.

/** What a redirect to /login carries in the history, never in the address. */
export interface ReturnState {
  readonly returnTo: string
}

/** Where a session of this tab ended, and whose it was (services/session). */
export interface EndedAt {
  readonly userId: string
  readonly path: string
}

/**
 * The path to open after `userId` has signed in: where their session ended, else what the redirect to /login named.
 * Nothing is followed if another user's session ended in this tab.
 */
export function returnPathOf(userId: string, ended: EndedAt | undefined, state: unknown): string {
  if (ended && ended.userId !== userId) return '/'
  if (ended && isInApp(ended.path)) return ended.path
  const request = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined
  return typeof request === 'string' && isInApp(request) ? request : '/'
}

// Browsers read '//server' and '/\server' as addresses of other sites.
const isInApp = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/^\/(login|logout)\b/.test(path)
