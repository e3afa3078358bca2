// Whether the database answers: asked every few seconds, so that calls are refused at once instead of waiting for one that
// is stopped (threats T46), and found out again when it is back.
import type { Database } from './db/connect.ts'

export interface Health {
  /** What the last look said. */
  readonly isUp: () => boolean
  /** Looks now. */
  readonly check: () => Promise<boolean>
  readonly stop: () => void
}

const INTERVAL_MS = 2_000

export function createHealth(database: Database): Health {
  let up = true
  let looking: Promise<boolean> | undefined
  const check = () => {
    looking ??= database
      .isAlive()
      .then((alive) => (up = alive))
      .finally(() => (looking = undefined))
    return looking
  }
  const timer = setInterval(() => void check(), INTERVAL_MS)
  timer.unref()
  return { isUp: () => up, check, stop: () => clearInterval(timer) }
}
