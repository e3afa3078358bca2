// Reads and writes the stored text of the notice channel. The channel outlives the session. This module is separate
// from notice-channel.ts, because the sign-in page loads it and must be small.
import { client } from '#brand/current.ts'

const CHANNEL_KEY = `portal:${client.basePath}:notices`

/** The channel as JSON text. Null if there is no channel, or if the browser has no storage. */
export function readStoredChannel(): string | null {
  try {
    return localStorage.getItem(CHANNEL_KEY)
  } catch {
    return null
  }
}

/** `undefined` deletes the channel, and ends the notices in all tabs. */
export function writeStoredChannel(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(CHANNEL_KEY)
    else localStorage.setItem(CHANNEL_KEY, text)
  } catch {
    // Without storage, notices end with the session.
  }
}
