// Runs work one after another for each key, in this process.

/**
 * Returns `run(key, work)`. It runs the work after all earlier work with the same key, and resolves to the result. If
 * `maxWaiting` are already queued, it does not run the work and resolves to undefined.
 */
export function createQueues(maxWaiting: number) {
  const queues = new Map<string, { waiting: number; last: Promise<unknown> }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    const queue = queues.get(key) ?? { waiting: 0, last: Promise.resolve() }
    if (queue.waiting >= maxWaiting) return undefined
    queue.waiting += 1
    queues.set(key, queue)
    const previous = queue.last
    const result = previous.then(work)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
