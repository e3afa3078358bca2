// Whether the database answers: asked every few seconds, so that calls are refused at once instead of waiting for one that
// is stopped (threats T46), and found out again when it is back.
import type { Database } from './db/connect.ts'
import { NotReady } from './endpoint.ts'

export interface Health {
  /** What the last look said. */
  readonly isUp: () => boolean
  /** Looks now. */
  readonly check: () => Promise<boolean>
  /** The outcome of `work`, or NotReady as soon as the database is found not to answer. */
  readonly whileUp: <T>(work: Promise<T>) => Promise<T>
  readonly stop: () => void
}

/** With the time that a look takes at most, calls are refused some four seconds after the database stopped. */
const INTERVAL_MS = 1_000
/** Looks in vain until the lines are given up: a database that only stumbled goes on with what it was asked. */
const LOOKS_UNTIL_GIVEN_UP = 2

export function createHealth(database: Database): Health {
  let inVain = 0
  let looking: Promise<boolean> | undefined
  const waiting = new Set<(error: NotReady) => void>()
  const look = async () => {
    inVain = (await database.isAlive()) ? 0 : inVain + 1
    if (inVain > 0) for (const giveUp of waiting) giveUp(new NotReady())
    if (inVain >= LOOKS_UNTIL_GIVEN_UP) database.giveUpLines()
    return inVain === 0
  }
  const check = () => (looking ??= look().finally(() => (looking = undefined)))
  const timer = setInterval(() => void check(), INTERVAL_MS)
  timer.unref()
  return {
    isUp: () => inVain === 0,
    check,
    whileUp: (work) => {
      let giveUp: (error: NotReady) => void = () => undefined
      const down = new Promise<never>((_resolve, reject) => waiting.add((giveUp = reject)))
      return Promise.race([work, down]).finally(() => waiting.delete(giveUp))
    },
    stop: () => clearInterval(timer),
  }
}
