// An observable value: the smallest store that React can subscribe to (useSyncExternalStore).

export interface Observable<T> {
  get: () => T
  /** Notifies the subscribers, unless the value is the same. */
  set: (value: T) => void
  /** Returns a function to unsubscribe. */
  subscribe: (watcher: () => void) => () => void
}

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const watcher of watchers) watcher()
    },
    subscribe: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
