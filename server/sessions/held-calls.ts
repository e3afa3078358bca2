// Holds the calls of open portals that wait for a change (awaitChange), and wakes the calls when something changes for
// their user. The change may happen in any process. Its transaction sends a notification of PostgreSQL, to which every
// server listens. Rules: docs/rules/access.md, "Open tabs".
import { type Kysely, sql } from 'kysely'
import { NOTIFICATION_CHANNEL, type Notifications } from '../db/connections.ts'
import type { Schema } from '../db/schema.ts'

// Not imported from context.ts, which imports this file.
type Db = Kysely<Schema>

export interface HeldCalls {
  /** Undefined if no call can be held, because nothing would wake it or too many calls are held. */
  readonly hold: (userId: number) => HeldCall | undefined
  /** The number of held calls. */
  readonly count: () => number
  /** From now on, notifications of this database wake the calls. At most `maxCalls` are held. */
  readonly listenTo: (database: Notifications, maxCalls: number) => void
  /** Ends all held calls and holds no more, so that the server can end. */
  readonly stop: () => void
}

interface HeldCall {
  /** Resolves with 'changed' after a change since `hold`, with 'unchanged' after this time. */
  readonly outcome: (afterMs: number) => Promise<Outcome>
  /** Must be called in any case, so that the call no longer counts. */
  readonly release: () => void
}

type Outcome = 'changed' | 'unchanged' | 'notHeld'

/** More than anyone has open portals, even with the calls of tabs that were closed or hidden in the meantime. */
const MAX_PER_USER = 50

export function createHeldCalls(): HeldCalls {
  /** For each user, the functions that end the user's held calls. */
  const callsByUser = new Map<number, Set<(outcome: Outcome) => void>>()
  let count = 0
  let canHold: () => boolean = () => false
  const endAll = (outcome: Outcome) => {
    for (const calls of callsByUser.values()) for (const end of calls) end(outcome)
  }
  return {
    count: () => count,
    hold: (userId) => {
      const calls = callsByUser.get(userId) ?? new Set()
      if (!canHold() || calls.size >= MAX_PER_USER) return undefined
      let end: (outcome: Outcome) => void = () => undefined
      const outcome = new Promise<Outcome>((resolve) => {
        end = resolve
      })
      calls.add(end)
      callsByUser.set(userId, calls)
      count += 1
      let timer: NodeJS.Timeout | undefined
      return {
        outcome: (afterMs) => {
          timer = setTimeout(() => end('unchanged'), afterMs)
          return outcome
        },
        release: () => {
          clearTimeout(timer)
          calls.delete(end)
          if (calls.size === 0) callsByUser.delete(userId)
          count -= 1
        },
      }
    },
    listenTo: (database, maxCalls) => {
      canHold = () => database.isListening() && count < maxCalls
      database.listen((userId) => {
        // Notifications may have been missed. So all portals call again, and notice sessions that have ended.
        if (userId === undefined) return endAll('unchanged')
        for (const end of callsByUser.get(Number(userId)) ?? []) end('changed')
      })
    },
    stop: () => {
      canHold = () => false
      endAll('notHeld')
    },
  }
}

/** Wakes the open portals of these users, on all servers, when the transaction has committed. */
export async function announceChange(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    SELECT pg_notify(${NOTIFICATION_CHANNEL}, id::text)
    FROM unnest(${[...new Set(userIds)]}::bigint[]) AS changed(id)`.execute(db)
}
