// Divides long work into several tasks, so that the browser can handle events between them and a slow machine stays
// responsive.

/** Resolves when the browser has handled the events that are already waiting. */
export const yieldToEvents = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** The longest time to wait for a browser that is never idle. */
const MAX_WAIT_MS = 1000
/** The time to wait in a browser that does not report when it is idle. */
const FALLBACK_WAIT_MS = 50

/**
 * Waits until the browser has finished rendering. React can render in several tasks. Work that begins between these
 * tasks would delay the rendering. A change of a store would even restart the rendering.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS })
    else setTimeout(resolve, FALLBACK_WAIT_MS)
  })

/** A task of this length does not delay the user's input noticeably. */
const TASK_MS = 8
/** After this number of items, checks whether the task has taken long enough. */
const SLICE_SIZE = 100

/**
 * Processes thousands of items in several tasks. Each task takes only a few milliseconds, on any machine. `from`: the
 * index of the first item of the slice.
 */
export async function inSlices<Item, Output>(
  items: readonly Item[],
  processSlice: (slice: readonly Item[], from: number) => readonly Output[],
): Promise<Output[]> {
  const results: Output[] = []
  let taskEnd = performance.now() + TASK_MS
  for (let from = 0; from < items.length; from += SLICE_SIZE) {
    if (performance.now() > taskEnd) {
      await yieldToEvents()
      taskEnd = performance.now() + TASK_MS
    }
    results.push(...processSlice(items.slice(from, from + SLICE_SIZE), from))
  }
  return results
}
