// A part of the page whose code is loaded later. Without a connection, the part is missing until its code can be loaded.
// With React's `lazy` alone, the failure would remove the whole page.
import { type ComponentType, lazy } from 'react'

/** The pause before the load is repeated. Each further pause is twice as long as the pause before, up to the longest. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** The part must be inside a `Suspense`, whose fallback is shown until the code has arrived. */
export const lazyPart = <Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
  lazy(() => loadUntilSuccess(load))

async function loadUntilSuccess<T>(load: () => Promise<T>): Promise<T> {
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    try {
      return await load()
    } catch {
      await pauseOrGetOnline(pauseMs)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    }
  }
}

/** Waits until the pause is over. Ends the pause early if the browser is online again. */
function pauseOrGetOnline(pauseMs: number): Promise<void> {
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
