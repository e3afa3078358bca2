// Limits how many pieces of work run at the same time.

/** At most `count` at the same time; the others wait in the order in which they came. */
export function createSemaphore(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes to the next in line without becoming free, so that a newcomer cannot take it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
