// Repeats what failed without a response of the server, once the server can be reached again.
import { connectionState, subscribeConnection } from './connection.ts'

const MIN_PAUSE_MS = 10_000

/** Calls `repeat` when the server can be reached again. Returns a function to stop. */
export function onReconnect(repeat: () => void): () => void {
  let wasOnline = connectionState().online
  let repeatedAt = 0
  return subscribeConnection(() => {
    const { online: isOnline, since } = connectionState()
    // After one failed call, the probe can show that the server was reachable all the time. The call is then repeated,
    // too. If it fails every time, it is repeated only after a pause.
    const isRecentlyRepeated = since - repeatedAt < MIN_PAUSE_MS
    const isDue = !wasOnline || !isRecentlyRepeated
    if (isOnline && isDue) {
      repeatedAt = since
      repeat()
    }
    wasOnline = isOnline
  })
}
