// Work that is done one after another for each key, in this process.

/** Gives the function that does `work` when its turn has come; undefined, and nothing done, where too many wait already. */
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
