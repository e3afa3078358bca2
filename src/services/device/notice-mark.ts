// Whether this device has notices that outlive the session: as much of them as the sign-in page needs, which must be
// small. The rest is in notice-channel.ts.
import { client } from '#brand/current.ts'

const KEY = `portal:${client.basePath}:notices`

/** As it is stored; null if there are none, or the browser gives no storage. */
export function readNotices(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** `undefined` ends them, in all tabs. */
export function writeNotices(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
  } catch {
    // No storage, so no notices without a session.
  }
}
