// Checks every second whether the database responds and has disk space. If not, calls are refused immediately instead
// of waiting for a stopped database. They are accepted again when the database is back.
import type { Database } from '../db/connect.ts'
import { NotReadyError } from './endpoint.ts'

export interface Health {
  /** The result of the last check. */
  readonly isUp: () => boolean
  /** The reason why changes are refused, according to the last check. */
  readonly notReadyReason: () => NotReadyError['reason'] | undefined
  /** Checks now. True if the database responds. */
  readonly check: () => Promise<boolean>
  /** Returns the result of `work`, or throws NotReadyError as soon as a check finds that the database does not respond. */
  readonly whileUp: <T>(work: Promise<T>) => Promise<T>
  readonly stop: () => void
}

/**
 * With this interval and the time that a check takes, calls are refused about four seconds after the database has
 * stopped.
 */
const INTERVAL_MS = 1_000
/** A remote database reveals a full disk only by refusing a statement. Changes are then refused for this long. */
const DISK_FULL_MS = 5_000

export function createHealth(database: Database): Health {
  let isDatabaseUp = true
  let hasDiskSpace = true
  let diskFullUntil = 0
  let runningProbe: Promise<boolean> | undefined
  /** For each running call, the function that makes the call fail immediately. */
  const failFunctions = new Set<(error: NotReadyError) => void>()
  const probe = async () => {
    isDatabaseUp = await database.isAlive()
    hasDiskSpace = database.hasDiskSpace() && performance.now() >= diskFullUntil
    if (isDatabaseUp) return true
    for (const failCall of failFunctions) failCall(new NotReadyError())
    // The connections may lead to a dead machine that another machine has replaced. Dropping the connections rolls back
    // running transactions. The job queue retries its jobs.
    database.dropConnections()
    return false
  }
  // Only one probe runs at a time.
  const check = () => {
    runningProbe ??= probe().finally(() => {
      runningProbe = undefined
    })
    return runningProbe
  }
  /** Settles as `work` does, or fails earlier if `probe` calls the function in `failFunctions`. */
  const failWhenDown = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const settle = async () => {
        try {
          resolve(await work)
        } catch (error) {
          reject(error)
        } finally {
          failFunctions.delete(reject)
        }
      }
      failFunctions.add(reject)
      void settle()
    })
  const timer = setInterval(() => void check(), INTERVAL_MS)
  timer.unref()
  return {
    isUp: () => isDatabaseUp,
    notReadyReason: () => {
      if (database.isNewerThanServer()) return 'olderServer'
      return hasDiskSpace ? undefined : 'diskFull'
    },
    check,
    whileUp: async (work) => {
      try {
        return await failWhenDown(work)
      } catch (error) {
        if (error instanceof NotReadyError && error.reason === 'diskFull') {
          diskFullUntil = performance.now() + DISK_FULL_MS
          hasDiskSpace = false
        }
        throw error
      }
    },
    stop: () => clearInterval(timer),
  }
}
