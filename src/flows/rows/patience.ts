// Waits until the server can be asked again: for the connection if it is lost, for the pause that a busy server has
// asked for, otherwise longer after each try.
import type { WaitsFor } from '#machines/connection.ts'
import { backoffMs } from '#services/server/busy.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'

export type { WaitsFor }

interface Pause {
  /** Seconds that the server has asked for, if any. */
  readonly retryAfter?: number | undefined
  /** The number of failed tries so far. */
  readonly tries: number
  readonly onWait: (what: WaitsFor | undefined) => void
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

export async function waitToResend({ retryAfter, tries, onWait, signal }: Pause): Promise<void> {
  const isOffline = !connectionState().online
  onWait(isOffline ? 'line' : retryAfter === undefined ? 'while' : 'server')
  await new Promise<void>((resolve) => {
    const timer = isOffline ? undefined : setTimeout(resolve, backoffMs(retryAfter, tries, Math.random()))
    const unsubscribe = subscribeConnection(() => {
      if (isOffline && connectionState().online) end()
    })
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
  onWait(undefined)
}
