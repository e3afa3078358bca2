// Where a sign-in leads back to: always a path of this portal, and only for the user who left it (threats T57).

/** What a redirect to /login carries in the history, never in the address. */
export interface ReturnState {
  readonly returnTo: string
  /** Whose session ended there; undefined where there was none, as with a link from outside. */
  readonly userId: string | undefined
}

/** The path to open after `userId` has signed in: what the redirect named, unless it was somebody else's; else '/'. */
export function returnPathOf(userId: string, state: unknown): string {
  if (typeof state !== 'object' || state === null) return '/'
  const { returnTo, userId: leftBy } = state as { readonly [name in keyof ReturnState]?: unknown }
  if (typeof returnTo !== 'string' || !isInApp(returnTo)) return '/'
  return leftBy === undefined || leftBy === userId ? returnTo : '/'
}

// '//host' and '/\host' are addresses of elsewhere to a browser.
const isInApp = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/^\/(login|logout)\b/.test(path)
