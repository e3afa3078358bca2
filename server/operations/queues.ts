// Runs work one after another for each key, in this process.

/**
 * The returned function runs `work` after all earlier work with the same key, and resolves to its result. If
 * `maxWaiting` jobs with the key are queued or running, `work` is not run and the result is undefined.
 */
export function createQueues(maxWaiting: number) {
  /** By key: the number of jobs that are queued or running, and a promise that resolves when the last job has ended. */
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
