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
  let reason: WaitReason = 'connection'
  if (connectionState().online) {
    reason = retryAfter === undefined ? 'retry' : 'server'
    onWait(reason)
    const pauseMs = backoffMs({ retryAfter, retries, random: Math.random() })
    await waitWhile({ online: true, signal, maxMs: pauseMs })
  }
  // The connection may have been lost during the pause. It is then pointless to send the request.
  if (!connectionState().online) {
    reason = 'connection'
    onWait(reason)
    await waitWhile({ online: false, signal })
  }
  onWait(undefined)
  return reason
}

interface ConnectionWait {
  /** The state of the connection whose end is awaited. */
  readonly online: boolean
  readonly signal: AbortSignal
  readonly maxMs?: number
}

/** Resolves when the connection changes, when `signal` is aborted, or after `maxMs`. */
function waitWhile({ online, signal, maxMs }: ConnectionWait): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = maxMs === undefined ? undefined : setTimeout(finish, maxMs)
    const unsubscribe = subscribeConnection(() => {
      if (connectionState().online !== online) finish()
    })
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
  })
}
