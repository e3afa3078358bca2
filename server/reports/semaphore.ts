// Limits how many tasks run at the same time.

/** Runs at most `count` tasks at the same time. The others wait in the order of their calls. */
export function createSemaphore(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes to the next waiting task without becoming free, so that a new task cannot take it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
