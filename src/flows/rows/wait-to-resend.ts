// Waits until the next request to the server makes sense: until a lost connection is back, for the pause that a busy
// server asked for, otherwise longer after each attempt.
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

export async function waitToResend({ retryAfter, retries, onWait, signal }: Pause): Promise<void> {
  const isOffline = !connectionState().online
  onWait(isOffline ? 'connection' : retryAfter === undefined ? 'retry' : 'server')
  await new Promise<void>((resolve) => {
    const timer = isOffline ? undefined : setTimeout(resolve, backoffMs(retryAfter, retries, Math.random()))
    const unsubscribe = subscribeConnection(() => {
      if (isOffline && connectionState().online) finish()
    })
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
  })
  onWait(undefined)
}
