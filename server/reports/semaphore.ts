// Limits how many tasks run at the same time.

/** The returned function runs tasks, at most `count` at the same time. Other tasks wait in the order of their calls. */
export function createSemaphore(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  /** Each function starts a waiting task. */
  const waitingTasks: (() => void)[] = []
  let freeCount = count
  return async (work) => {
    if (freeCount > 0) freeCount -= 1
    else await new Promise<void>((resolve) => waitingTasks.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes to the next waiting task without becoming free, so that a new task cannot take the slot first.
      const startNext = waitingTasks.shift()
      if (startNext) startNext()
      else freeCount += 1
    }
  }
}
