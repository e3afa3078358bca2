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

/** Returns what it waited for last. */
export async function waitToResend({ retryAfter, retries, onWait, signal }: Pause): Promise<WaitReason> {
  let reason: WaitReason = retryAfter === undefined ? 'retry' : 'server'
  const waitFor = (next: WaitReason) => onWait((reason = next))
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => finish(), backoffMs(retryAfter, retries, Math.random()))
    const followConnection = () => {
      const { online } = connectionState()
      if (online && reason === 'connection') finish()
      // The probe after a lost call can fail only now.
      if (online || reason === 'connection') return
      clearTimeout(timer)
      waitFor('connection')
    }
    const unsubscribe = subscribeConnection(followConnection)
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
    if (connectionState().online) waitFor(reason)
    else followConnection()
    if (signal.aborted) finish()
  })
  onWait(undefined)
  return reason
}
