// Runs the machine of an open session (machines/session-lifetime). Reads the clock for it, detects user activity, and
// shares the time of the last activity with the other tabs. The server has its own limits, and says how long the
// session still lasts.
import { useSyncExternalStore } from 'react'
import { type Actor, createActor, fromPromise } from 'xstate'
import { client } from '#brand/current.ts'
import {
  type EndReason,
  sessionEnd,
  type ClockReading,
  type LifetimeEvent,
  type SessionEnd,
  type RemainingTime,
  sessionLifetimeMachine,
} from '#machines/session-lifetime.ts'
import { createObservable } from '../observable.ts'
import { inspectOptions } from '../inspect/inspect.ts'
import { sessionStore } from './session.ts'

interface Effects {
  /** Reports activity to the server, and returns how long the session lasts. Undefined if a request failed. */
  readonly prolong: () => Promise<RemainingTime | undefined>
  /** Ends the session in every tab. */
  readonly end: (reason: EndReason) => void
  /** Prepares the data of the signed-in user on this device. */
  readonly prepareLocalData: () => void
  readonly deleteLocalData: () => void
}

/** A warning about the end of the session. `at`: the time now. The countdown shows `endsAt` − `at`. */
interface SessionWarning extends SessionEnd {
  readonly at: number
}

const SHARED_TIMES_KEY = `portal:${client.basePath}:activity`
/** Activity is recorded at most this often, because every movement of the pointer is activity. */
const ACTIVITY_INTERVAL_MS = 1_000
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

const warning = createObservable<SessionWarning | undefined>(undefined)
let actor: Actor<typeof sessionLifetimeMachine> | undefined

/** The warning, as long as the user has to be warned. */
export const useSessionWarning = (): SessionWarning | undefined => useSyncExternalStore(warning.subscribe, warning.get)

export const sessionWarning = (): SessionWarning | undefined => warning.get()

/** Called when the user, warned about an idle session, wants to stay. The idle time restarts in every tab. */
export const extendSession = (): void => actor?.send({ type: 'stay', ...readClock() })

/** Called when the user closes the warning that the session will soon have its maximum length. */
export const closeWarning = (): void => actor?.send({ type: 'warning.closed' })

export const logOut = (): void => actor?.send({ type: 'log.out' })

/**
 * Watches the session from now on. If a stored session was idle for too long, it ends before this function returns.
 * Returns a function to stop watching.
 */
export function startLifetime({ prolong, end, prepareLocalData, deleteLocalData }: Effects): () => void {
  const started = createActor(
    sessionLifetimeMachine.provide({
      actors: {
        prolong: fromPromise(async () => {
          const requestedAt = Date.now()
          const remaining = await prolong()
          return { requestedAt, at: Date.now(), remaining }
        }),
      },
      actions: {
        readClock: ({ self }) => self.send({ type: 'clock.read', ...readClock() }),
        shareActivity: (_, at) => writeSharedTimes({ ...readSharedTimes(), at }),
        shareIdleTimeout: (_, idleMs) => writeSharedTimes({ ...readSharedTimes(), idleMs }),
        clearSharedTimes,
        endSession: (_, reason) => end(reason),
        prepareLocalData,
        deleteLocalData,
      },
    }),
    inspectOptions,
  )
  actor = started
  started.subscribe((snapshot) => {
    const isIdleWarning = snapshot.matches({ open: { time: 'idleWarning' } })
    const isLimitWarning = snapshot.matches({ open: { time: { limitWarning: 'shown' } } })
    const { context } = snapshot
    const mustWarn = isIdleWarning || isLimitWarning
    warning.set(mustWarn ? { ...sessionEnd(context), at: context.at } : undefined)
  })
  started.start()

  let lastToken: string | undefined
  const sendSession = (type: 'session.found' | 'session.opened') => {
    const session = sessionStore.get()
    if (session?.token === lastToken) return
    lastToken = session?.token
    const event: LifetimeEvent = session
      ? { type, userId: session.user.userId, ...readClock() }
      : { type: 'session.closed' }
    started.send(event)
  }
  const stops = [sessionStore.subscribe(() => sendSession('session.opened'))]
  sendSession('session.found')

  const listen = (
    target: EventTarget,
    name: string,
    handler: (event: Event) => void,
    listenerOptions: AddEventListenerOptions = {},
  ) => {
    const options = { ...listenerOptions, passive: true }
    target.addEventListener(name, handler, options)
    stops.push(() => target.removeEventListener(name, handler, options))
  }
  let lastActivityAt = 0
  const recordActivity = () => {
    // The absolute value, because the clock may have been set back.
    const msSinceLast = Math.abs(Date.now() - lastActivityAt)
    if (msSinceLast < ACTIVITY_INTERVAL_MS) return
    lastActivityAt = Date.now()
    started.send({ type: 'user.active', ...readClock() })
  }
  const sendClockReading = () => started.send({ type: 'clock.read', ...readClock() })
  for (const name of ACTIVITY_EVENTS) listen(window, name, recordActivity, { capture: true })
  for (const name of ['storage', 'focus', 'pageshow']) listen(window, name, sendClockReading)
  listen(document, 'visibilitychange', sendClockReading)
  return () => {
    stops.forEach((stop) => stop())
    started.stop()
  }
}

function readClock(): ClockReading {
  const { at: activityAt, idleMs } = readSharedTimes()
  return {
    at: Date.now(),
    ...(activityAt !== undefined && { activityAt }),
    ...(idleMs !== undefined && { idleTimeoutMs: idleMs }),
  }
}

/** What is stored. The names must stay, because tabs with another version of the portal read them, too. */
interface SharedTimes {
  /** The last activity in any tab, epoch milliseconds: `activityAt` of a `ClockReading`. */
  readonly at?: number
  /** How long a session lasts without activity: `idleTimeoutMs` of a `ClockReading`. */
  readonly idleMs?: number
}

// Without storage nothing is shared, and each tab counts for itself.
function readSharedTimes(): SharedTimes {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SHARED_TIMES_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return {}
    const { at, idleMs } = stored as Partial<Record<keyof SharedTimes, unknown>>
    const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0
    return { ...(isPositive(at) && { at }), ...(isPositive(idleMs) && { idleMs }) }
  } catch {
    return {}
  }
}

function writeSharedTimes(next: SharedTimes): void {
  try {
    localStorage.setItem(SHARED_TIMES_KEY, JSON.stringify(next))
  } catch {
    // Without storage nothing is shared.
  }
}

function clearSharedTimes(): void {
  try {
    localStorage.removeItem(SHARED_TIMES_KEY)
  } catch {
    // Without storage nothing was shared.
  }
}
