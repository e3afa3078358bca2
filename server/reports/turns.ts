// Taking turns: however many files are being written, those who ask for a screen wait behind a few short statements at most.

/** At most `count` pieces of work at the same time; the others wait in the order in which they came. */
export function createTurns(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Handed on as it is, so that nobody who comes now is first.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
