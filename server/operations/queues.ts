// Runs work one after another for each key, in this process.

/**
 * Returns a function that runs `work` after all earlier work with the same key, and resolves to the result. If
 * `maxWaiting` works are already queued, it does not run the work and resolves to undefined.
 */
export function createQueues(maxWaiting: number) {
  /** For each key, how many are queued or running, and a promise that resolves when the last of them has ended. */
  const queues = new Map<string, { waiting: number; last: Promise<unknown> }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    const queue = queues.get(key) ?? { waiting: 0, last: Promise.resolve() }
    if (queue.waiting >= maxWaiting) return undefined
    queue.waiting += 1
    queues.set(key, queue)
    const result = queue.last.then(work)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
