// How many calls a minute somebody may make (threats T58): a window per key, in this process's memory. Several hosts
// behind a proxy allow as many times more, which is what several hosts are for.

/** Counts one call of `key` and gives undefined, or the seconds to wait where the limit is reached. */
export type Limit = (key: string | number) => number | undefined

const WINDOW_MS = 60_000
const MAX_KEYS = 50_000

export function createLimit(callsPerMinute: number, now: () => number): Limit {
  const windows = new Map<string | number, { start: number; calls: number }>()
  return (key) => {
    const at = now()
    const window = windows.get(key)
    if (!window || at - window.start >= WINDOW_MS || at < window.start) {
      if (windows.size >= MAX_KEYS) dropOld(windows, at)
      windows.set(key, { start: at, calls: 1 })
      return undefined
    }
    window.calls += 1
    return window.calls > callsPerMinute ? Math.ceil((window.start + WINDOW_MS - at) / 1000) : undefined
  }
}

// Keys come from callers: their number is bounded whatever they do.
function dropOld(windows: Map<string | number, { start: number }>, at: number): void {
  for (const [key, { start }] of windows) if (at - start >= WINDOW_MS) windows.delete(key)
  if (windows.size >= MAX_KEYS) windows.clear()
}
