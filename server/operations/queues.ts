// Runs work one after another for each key, in this process.

/**
 * The returned function runs `work` after all earlier work with the same key, and resolves to its result. If `maxJobs`
 * jobs with the key are queued or running, `work` is not run and the result is undefined.
 */
export function createQueues(maxJobs: number) {
  /** By key: the number of jobs that are queued or running, and a promise that resolves when the last job has ended. */
  const queues = new Map<string, { jobCount: number; lastJob: Promise<unknown> }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    const queue = queues.get(key) ?? { jobCount: 0, lastJob: Promise.resolve() }
    if (queue.jobCount >= maxJobs) return undefined
    queue.jobCount += 1
    queues.set(key, queue)
    const result = queue.lastJob.then(work)
    queue.lastJob = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.jobCount -= 1
      if (queue.jobCount === 0) queues.delete(key)
    }
  }
}
