// Lets the browser work between two pieces of our work, so that a slow machine stays responsive.

/** Yields to events that wait already. */
export const yieldToEvents = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** The longest time that work waits for a browser that is never idle. */
const LATEST_MS = 1000

/**
 * Waits until the browser has finished rendering. React can render in several tasks: work that
 * began between these tasks would delay the rendering, and a change of a store would restart it.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, 50)
  })

/** Items that a slow machine handles without a noticeable delay. */
const SLICE = 1000

/** Processes thousands of items in several tasks. `from`: the index of the first item of the slice. */
export async function inSlices<Item, Made>(
  items: readonly Item[],
  make: (slice: readonly Item[], from: number) => readonly Made[],
): Promise<Made[]> {
  const results: Made[] = []
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await yieldToEvents()
    results.push(...make(items.slice(from, from + SLICE), from))
  }
  return results
}
