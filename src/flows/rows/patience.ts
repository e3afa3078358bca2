// Waiting until the host can be asked again: for the line where it is down, for the pause that the host has named where it is busy,
// and longer each time.
import { pauseAfterMs } from '#services/server/busy.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'

/** What is waited for: the line, the time that the host has named, or a while where no answer came though the line is up. */
export type WaitsFor = 'line' | 'host' | 'while'

interface Pause {
  /** Seconds that the host has named, if it has. */
  readonly retryAfter?: number | undefined
  /** How often it was asked in vain. */
  readonly tries: number
  readonly onWait: (what: WaitsFor | undefined) => void
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

export async function waitToAskAgain({ retryAfter, tries, onWait, signal }: Pause): Promise<void> {
  const isOffline = !connectionState().online
  onWait(isOffline ? 'line' : retryAfter === undefined ? 'while' : 'host')
  await new Promise<void>((resolve) => {
    const timer = isOffline ? undefined : setTimeout(resolve, pauseAfterMs(retryAfter, tries, Math.random()))
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
