// Whose turn it is on a database of one line: first the call that began first, with all its statements, then who comes after. Were
// it the statement that asked first, a page's read would wait for another part of a batch with each of its statements.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** More than a call of the contract needs. One that asks for more is long, and lets others in between from then on. */
const TURNS_OF_A_CALL = 16

interface Call {
  readonly began: number
  turns: number
}
const calls = new AsyncLocalStorage<Call>()

/** Runs a call, whose statements then have the turn of its beginning; jobs and downloads have one anew for each. */
export const asOneCall = <T>(work: () => T): T => calls.run({ began: performance.now(), turns: 0 }, work)

interface Turn {
  readonly since: number
  readonly isOfCall: boolean
}

function turnNow(): Turn {
  const call = calls.getStore()
  if (!call || call.turns >= TURNS_OF_A_CALL) return { since: performance.now(), isOfCall: false }
  call.turns += 1
  return { since: call.began, isOfCall: true }
}

interface Waiting extends Turn {
  readonly begin: () => void
}

/**
 * Gives the one line of `pool` by turns. Who waits longer than `waitMs` is told so, as by the pool itself: one that asks for a
 * second line inside a transaction would wait for itself.
 */
export function inTurns(pool: PostgresPool, waitMs: number): PostgresPool {
  /** The next one last. */
  const queue: Waiting[] = []
  const lines = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  let isTaken = false

  const turn = (): Promise<void> => {
    const asked = turnNow()
    if (!isTaken) {
      isTaken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, waitMs)
      const waiting: Waiting = {
        ...asked,
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.splice(queue.findLastIndex((other) => other.since > asked.since) + 1, 0, waiting)
    })
  }
  const begin = () => {
    const waiting = queue.pop()
    isTaken = waiting !== undefined
    waiting?.begin()
  }
  // A job or a download, which may take its time, begins once the call that was just answered has asked for what it needs next.
  const next = () => {
    if (queue.at(-1)?.isOfCall === false) setImmediate(begin)
    else begin()
  }
  // Kysely knows a line by its object, so each has one for good.
  const lineOf = (given: PostgresPoolClient): PostgresPoolClient => {
    let line = lines.get(given)
    if (!line) {
      const release = () => {
        given.release()
        next()
      }
      lines.set(given, (line = { query: given.query, release }))
    }
    return line
  }
  return {
    async connect() {
      await turn()
      try {
        return lineOf(await pool.connect())
      } catch (error) {
        next()
        throw error
      }
    },
    end: () => pool.end(),
  }
}
