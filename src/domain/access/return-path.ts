// Where to go after signing in: back to where one was, but only inside the portal (threats T57).

/** The pages that a sign-in must not lead to: they end it, or are for those who are signed out. */
const NOT_BACK_TO = ['/login', '/logout', '/forgotPassword']

/**
 * The path if it is one inside the portal, else undefined. It begins with one slash; a second slash or a backslash would
 * make it another host's address, and control characters are dropped by browsers before they look.
 */
export function safeReturnPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > 500) return undefined
  if (!/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return undefined
  const [path = ''] = text.split(/[?#]/)
  return NOT_BACK_TO.includes(path) ? undefined : text
}

/** The sign-in page's address that leads back to a path afterwards. */
export const loginPath = (returnTo: string): string =>
  safeReturnPath(returnTo) === undefined || returnTo === '/'
    ? '/login'
    : `/login?returnTo=${encodeURIComponent(returnTo)}`

export interface ReturnPaths {
  /** What the address of the sign-in page asks for. */
  readonly asked: string | null | undefined
  /** Where this tab was when a session ended without its user's wish. */
  readonly ended: { readonly userId: string; readonly path: string } | undefined
  readonly userId: string
}

/** Where this user goes now: never to the place that somebody else was at. */
export function pathAfterSignIn({ asked, ended, userId }: ReturnPaths): string {
  if (ended && ended.userId !== userId) return '/'
  return safeReturnPath(ended?.path) ?? safeReturnPath(asked) ?? '/'
}
