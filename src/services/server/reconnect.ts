// Repeats calls that got no response, once the server can be reached again.
import { connectionState, subscribeConnection } from './connection.ts'

const MIN_PAUSE_MS = 10_000

/** Calls `repeat` when the server can be reached again. Returns a function to stop. */
export function onReconnect(repeat: () => void): () => void {
  let wasOnline = connectionState().online
  let repeatedAt = 0
  return subscribeConnection(() => {
    const { online: isOnline, since } = connectionState()
    // After a failed call, the probe can show that the server was reachable all the time. The call is then repeated
    // too, but only after a pause, because it may fail every time.
    const isPauseOver = since - repeatedAt >= MIN_PAUSE_MS
    const isDue = !wasOnline || isPauseOver
    if (isOnline && isDue) {
      repeatedAt = since
      repeat()
    }
    wasOnline = isOnline
  })
}
