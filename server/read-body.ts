// The body of a call as JSON. It is taken apart only where it is small or its sender is signed in: parsing and checking
// megabytes would let a stranger keep the host busy (threats T58).
import * as say from '#words/server.ts'

/** Enough for every operation that can be asked without a session, in UTF-16 units. */
const STRANGER_LIMIT = 64 * 1024

/** A large body without a session's token in it; the transport answers 413. */
export class TooLargeForStranger extends Error {
  readonly statusCode = 413
  constructor() {
    super(say.requestTooLargeUnsigned)
  }
}

// A key of the body itself: within a text the quotes would stand escaped.
const TOKEN = /"token"\s{0,8}:\s{0,8}"([\w.-]{20,2000})"/

/** What a large body with the token of no session stands for: a call that is answered as any without a session. */
export const WITHOUT_SESSION = { method: '', params: {} }

/**
 * Whether the body may be taken apart: every small one, and a large one with the token of a session, which `isSession` knows.
 * Throws TooLargeForStranger.
 */
export async function mayParse(body: string, isSession: (token: string) => Promise<boolean>): Promise<boolean> {
  if (body.length <= STRANGER_LIMIT) return true
  const token = TOKEN.exec(body)?.[1]
  if (token === undefined) throw new TooLargeForStranger()
  return isSession(token)
}
