// A part of the page whose code is loaded later. Without a connection its code may not arrive. The part is then missing
// until it can be loaded; with React's `lazy` alone, the failure would remove the whole page.
import { type ComponentType, lazy } from 'react'

/** The pause before the first repetition. Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** Needs a `Suspense` around it, whose fallback is shown until the code has arrived. */
export const lazyPart = <Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazy(() => loadAgain(load))

async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      await untilOnlineOr(pauseMs)
    }
  }
}

function untilOnlineOr(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    addEventListener('online', end)
  })
}
