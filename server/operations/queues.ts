// Runs work one after another for each key, in this process.

/**
 * Returns the function that runs `work` when all earlier ones have ended; undefined, without running it, if too many
 * wait.
 */
export function createQueues(maxWaiting: number) {
  const queues = new Map<string, { waiting: number; last: Promise<unknown> }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    const queue = queues.get(key) ?? { waiting: 0, last: Promise.resolve() }
    if (queue.waiting >= maxWaiting) return undefined
    queue.waiting += 1
    queues.set(key, queue)
    const before = queue.last
    const own = before.then(work)
    queue.last = own.catch(() => undefined)
    try {
      return await own
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
