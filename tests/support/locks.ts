// Web Locks for tests outside a browser: one holder at a time for each name; all others wait.

export interface Locks {
  readonly request: (name: string, ...rest: unknown[]) => Promise<unknown>
  /** Releases every lock, as if the pages had crashed. */
  readonly releaseAll: () => void
}

interface Options {
  readonly ifAvailable?: boolean
  readonly signal?: AbortSignal
}
type Work = (lock: object | null) => unknown

export function createLocks(): Locks {
  let heldLocks = new Map<string, Promise<unknown>>()
  const hold = (name: string, work: Work): Promise<unknown> => {
    // `releaseAll` replaces the map.
    const currentLocks = heldLocks
    const result = Promise.resolve(work({ name }))
    const workEnd: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        if (currentLocks.get(name) === workEnd) currentLocks.delete(name)
      })
    currentLocks.set(name, workEnd)
    return result
  }
  return {
    async request(name, ...rest) {
      // The options are optional: request(name, options, work) or request(name, work).
      const work = rest.at(-1) as Work
      const { ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as Options
      if (ifAvailable && heldLocks.has(name)) return work(null)
      while (heldLocks.has(name)) {
        const aborted = new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        )
        await Promise.race([heldLocks.get(name), ...(signal ? [aborted] : []), allReleased()])
      }
      return hold(name, work)
    },
    releaseAll: () => {
      heldLocks = new Map()
      for (const wake of wakes.splice(0)) wake()
    },
  }

  function allReleased(): Promise<void> {
    return new Promise((resolve) => wakes.push(resolve))
  }
}

const wakes: (() => void)[] = []
