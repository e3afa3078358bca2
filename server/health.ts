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
export function createHealth(database: Database): Health {
  let up = true
  let looking: Promise<boolean> | undefined
  const waiting = new Set<(error: NotReady) => void>()
  const look = async () => {
    up = await database.isAlive()
    if (up) return true
    for (const giveUp of waiting) giveUp(new NotReady())
    // They may lead to a machine that is gone, while another has taken its place. What was under way is rolled back, and jobs start
    // it again.
    database.dropConnections()
    return false
  }
  const check = () => (looking ??= look().finally(() => (looking = undefined)))
  const timer = setInterval(() => void check(), INTERVAL_MS)
  timer.unref()
  return {
    isUp: () => up,
    check,
    whileUp: (work) => {
      let giveUp: (error: NotReady) => void = () => undefined
      const down = new Promise<never>((_resolve, reject) => waiting.add((giveUp = reject)))
      return Promise.race([work, down]).finally(() => waiting.delete(giveUp))
    },
    stop: () => clearInterval(timer),
  }
}
