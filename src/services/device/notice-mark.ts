// Reads and writes the stored notices that outlive the session. A small module of its own for the sign-in page; the
// rest is in notice-channel.ts.
import { client } from '#brand/current.ts'

const KEY = `portal:${client.basePath}:notices`

/** The stored text; null if there are no notices, or the browser has no storage. */
export function readNotices(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** `undefined` ends the notices in all tabs. */
export function writeNotices(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
  } catch {
    // Without storage, notices end with the session.
  }
}
