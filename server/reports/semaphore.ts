// Limits how many tasks run at the same time.

/** Runs at most `count` tasks at the same time. The others wait in the order of their calls. */
export function createSemaphore(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waitingTasks: (() => void)[] = []
  let freeCount = count
  return async (work) => {
    if (freeCount > 0) freeCount -= 1
    else await new Promise<void>((resolve) => waitingTasks.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes to the next waiting task without becoming free, so that a new task cannot take it.
      const next = waitingTasks.shift()
      if (next) next()
      else freeCount += 1
    }
  }
}
