// Holds the calls of open portals that wait for a change (awaitChange), and ends the calls when something changes for
// their user. The change may happen in any process. Its transaction sends a notification of PostgreSQL, to which every
// server listens. Rules: docs/rules/access.md, "Open tabs".
import { type Kysely, sql } from 'kysely'
import { NOTIFICATION_CHANNEL, type Notifications } from '../db/connections.ts'
import type { Schema } from '../db/schema.ts'

// Not imported from context.ts, which imports this file.
type Db = Kysely<Schema>

export interface HeldCalls {
  /** Undefined if the call cannot be held, because nothing would end it or too many calls are held. */
  readonly hold: (userId: number) => HeldCall | undefined
  /** The number of held calls. */
  readonly count: () => number
  /** From now on, notifications of this database end the calls. At most `maxCalls` calls are held. */
  readonly listenTo: (database: Notifications, maxCalls: number) => void
  /** Ends all held calls and holds no more, so that the server can end. */
  readonly stop: () => void
}

interface HeldCall {
  /**
   * Resolves with 'changed' as soon as something has changed since `hold`, with 'unchanged' if nothing changes within
   * `ms`, and with 'notHeld' if the server stops.
   */
  readonly wait: (ms: number) => Promise<Outcome>
  /** Must be called in any case, so that the call no longer counts. */
  readonly release: () => void
}

type Outcome = 'changed' | 'unchanged' | 'notHeld'

/** No one has so many open portals, even if the calls of tabs that were just closed or hidden are counted. */
const MAX_PER_USER = 50

export function createHeldCalls(): HeldCalls {
  /** For each user, the functions that end the user's held calls. */
  const endFunctionsByUser = new Map<number, Set<(outcome: Outcome) => void>>()
  let count = 0
  /** Undefined before `listenTo` and after `stop`. Then no call is held. */
  let source: { readonly database: Notifications; readonly maxCalls: number } | undefined
  const canHold = () => source !== undefined && source.database.isListening() && count < source.maxCalls
  const endAll = (outcome: Outcome) => {
    for (const endFunctions of endFunctionsByUser.values()) {
      for (const end of endFunctions) end(outcome)
    }
  }
  return {
    count: () => count,
    hold: (userId) => {
      const endFunctions = endFunctionsByUser.get(userId) ?? new Set()
      if (!canHold() || endFunctions.size >= MAX_PER_USER) return undefined
      // Replaced immediately by the function that resolves the promise.
      let end: (outcome: Outcome) => void = () => undefined
      const outcome = new Promise<Outcome>((resolve) => {
        end = resolve
      })
      endFunctions.add(end)
      endFunctionsByUser.set(userId, endFunctions)
      count += 1
      let timer: NodeJS.Timeout | undefined
      return {
        wait: (ms) => {
          timer = setTimeout(() => end('unchanged'), ms)
          return outcome
        },
        release: () => {
          clearTimeout(timer)
          endFunctions.delete(end)
          if (endFunctions.size === 0) endFunctionsByUser.delete(userId)
          count -= 1
        },
      }
    },
    listenTo: (database, maxCalls) => {
      source = { database, maxCalls }
      database.listen((userId) => {
        // Without a user, notifications may have been missed. All portals call again, and notice sessions that have
        // ended.
        if (userId === undefined) return endAll('unchanged')
        for (const end of endFunctionsByUser.get(Number(userId)) ?? []) end('changed')
      })
    },
    stop: () => {
      source = undefined
      endAll('notHeld')
    },
  }
}

/** Ends the held calls of these users, on all servers, when the transaction has committed. */
export async function announceChange(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    SELECT pg_notify(${NOTIFICATION_CHANNEL}, id::text)
    FROM unnest(${[...new Set(userIds)]}::bigint[]) AS changed(id)`.execute(db)
}
