// Lets the browser work between two pieces of our work, so that a slow machine stays responsive.

/** Yields to events that wait already. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** The longest time that work waits for a browser that is never idle. */
const LATEST_MS = 1000

/**
 * Waits until the browser has drawn what is to be drawn. A rendering of React in several tasks is one drawing: work that
 * began between them would delay it, and a change of a store would make it begin again.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, 50)
  })
