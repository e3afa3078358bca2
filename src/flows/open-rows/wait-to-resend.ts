// Waits until the next request to the server makes sense. If the connection is lost, waits until it is back. If a busy
// server asked for a pause, waits that long. Otherwise waits longer after each attempt.
import type { WaitReason } from '#machines/connection.ts'
import { backoffMs } from '#services/server/busy.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'

export type { WaitReason }

interface Pause {
  /** Seconds that the server asked to wait, if any. */
  readonly retryAfter?: number | undefined
  /** How often the request was sent again so far: 0 after the first attempt has failed. */
  readonly retries: number
  readonly onWait: (reason: WaitReason | undefined) => void
  /** Stops the waiting. */
  readonly signal: AbortSignal
}

/** Returns what it waited for last. */
export async function waitToResend({ retryAfter, retries, onWait, signal }: Pause): Promise<WaitReason> {
  let reason: WaitReason = retryAfter === undefined ? 'retry' : 'server'
  const showReason = (newReason: WaitReason) => {
    reason = newReason
    onWait(newReason)
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => finish(), backoffMs(retryAfter, retries, Math.random()))
    const followConnection = () => {
      const { online } = connectionState()
      const isWaitingForConnection = reason === 'connection'
      if (online) {
        if (isWaitingForConnection) finish()
        return
      }
      if (isWaitingForConnection) return
      // The connection can also be reported as lost during the pause, when the probe after the lost call has failed.
      clearTimeout(timer)
      showReason('connection')
    }
    const unsubscribe = subscribeConnection(followConnection)
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
    if (connectionState().online) showReason(reason)
    else followConnection()
    if (signal.aborted) finish()
  })
  onWait(undefined)
  return reason
}
