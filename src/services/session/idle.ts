// Idle time: when the user last did something in any tab; a warning before the session ends for lack of activity; and
// the end. Times are compared as wall clock timestamps, since timers stop in a hidden tab and while the machine sleeps.
// The server enforces its own limits and says here how long they are. Rules: docs/rules/access.md, "Sessions".
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { createCell } from '../cell.ts'
import { sessionStore } from './session.ts'

/** The server's answer about the session (`sessionState`). */
export interface SessionLeft {
  readonly secondsLeft: number
  /**
   * 'idle': activity prolongs it. 'limit': the longest time a session can last is over then, whatever the user does.
   */
  readonly endsBy: 'idle' | 'limit'
}

export interface SessionEnding {
  /** Epoch milliseconds. */
  readonly endsAt: number
  readonly endsBy: SessionLeft['endsBy']
}

interface Effects {
  /** Tells the server that the user is active, and asks how long the session lasts. */
  readonly prolong: () => Promise<SessionLeft | undefined>
  readonly end: () => void
}

const KEY = `portal:${client.basePath}:activity`
const DEFAULT_IDLE_MS = 15 * 60_000
/** WCAG 2.2.1 asks for at least 20 seconds. */
const WARNING_MS = 60_000
const STEP_MS = 1_000
const TELL_EVERY_MS = 60_000
const LOOK_EVERY_MS = 5_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

const ending = createCell<SessionEnding | undefined>(undefined)
let effects: Effects | undefined
let known: { at?: number; idleMs?: number } = {}
let limitAt: number | undefined
let announcedAt = 0
let reportTimer: ReturnType<typeof setTimeout> | undefined

/** When the session ends, once that is near; undefined before. */
export const useSessionEnding = (): SessionEnding | undefined => useSyncExternalStore(ending.subscribe, ending.get)

export const sessionEnding = (): SessionEnding | undefined => ending.get()

/**
 * Watches the session from now on; one that was idle for too long ends before this returns. Returns the function to
 * stop.
 */
export function watchIdle(given: Effects): () => void {
  effects = given
  let token = sessionStore.get()?.token
  check()
  if (sessionStore.get()) begin()
  const sessionChanged = () => {
    const now = sessionStore.get()?.token
    if (now === token) return
    token = now
    forget()
    if (now !== undefined) begin()
  }
  const stops = [sessionStore.subscribe(sessionChanged), () => clearTimeout(reportTimer)]
  const listen = (target: EventTarget, name: string, handler: (event: Event) => void, capture = false) => {
    const options = { capture, passive: true }
    target.addEventListener(name, handler, options)
    stops.push(() => target.removeEventListener(name, handler, options))
  }
  for (const sign of SIGNS) listen(window, sign, somebodyIsThere, true)
  for (const back of ['storage', 'focus', 'pageshow']) listen(window, back, check)
  listen(document, 'visibilitychange', check)
  const timer = setInterval(check, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    stops.forEach((stop) => stop())
  }
}

/** The user's answer to the warning: the time starts again, in every tab. */
export function stay(): void {
  check()
  if (!sessionStore.get()) return
  noteActivity()
  clearTimeout(reportTimer)
  broadcast()
}

/**
 * Compares the timestamps: warns, ends, or does nothing. Called by timers, each second during the warning, and when the
 * page becomes visible.
 */
export function check(): void {
  if (!sessionStore.get()) return ending.set(undefined)
  const idleMs = read().idleMs ?? DEFAULT_IDLE_MS
  const idleAt = lastActivity() + idleMs
  const byLimit = limitAt !== undefined && limitAt < idleAt
  const endsAt = byLimit && limitAt !== undefined ? limitAt : idleAt
  const leftMs = endsAt - Date.now()
  if (leftMs <= 0) return effects?.end()
  if (leftMs > Math.min(WARNING_MS, idleMs / 2)) return ending.set(undefined)
  const before = ending.get()
  const endsBy = byLimit ? 'limit' : 'idle'
  if (before?.endsAt !== endsAt || before.endsBy !== endsBy) ending.set({ endsAt, endsBy })
}

// Opening a page and signing in count as activity, and the server knows of them.
function begin(): void {
  announcedAt = Date.now()
  noteActivity()
  void request()
}

function somebodyIsThere(): void {
  if (!sessionStore.get() || Date.now() - lastActivity() < STEP_MS) return
  // First check the clock: the person who comes back to a machine that slept can be someone else.
  check()
  // During the warning only its own button counts.
  if (sessionStore.get() && ending.get()?.endsBy !== 'idle') noteActivity()
}

function noteActivity(): void {
  write({ ...read(), at: Date.now() })
  check()
  // The last activity is reported as well, a little later, so that the server never ends the session before the portal
  // does.
  const everyMs = Math.min(TELL_EVERY_MS, (read().idleMs ?? DEFAULT_IDLE_MS) / 4)
  reportTimer ??= setTimeout(broadcast, Math.max(0, announcedAt + everyMs - Date.now()))
}

function broadcast(): void {
  reportTimer = undefined
  announcedAt = Date.now()
  if (sessionStore.get()) void request()
}

async function request(): Promise<void> {
  const token = sessionStore.get()?.token
  const left = await effects?.prolong()
  if (!left || token !== sessionStore.get()?.token) return
  limitAt = left.endsBy === 'limit' ? Date.now() + left.secondsLeft * 1000 : undefined
  // Asked just after a report, the time left is nearly the limit; limits are whole minutes.
  if (left.endsBy === 'idle') write({ ...read(), idleMs: Math.ceil(left.secondsLeft / 60) * 60_000 })
  check()
}

// A timestamp in the future comes from a clock that was set back: it counts from now.
function lastActivity(): number {
  const now = Date.now()
  const { at, ...rest } = read()
  if (at !== undefined && at <= now) return at
  write({ ...rest, at: now })
  return now
}

function read(): typeof known {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return known
    const number = (name: string) => {
      const value = (stored as Record<string, unknown>)[name]
      return typeof value === 'number' && value > 0 ? { [name]: value } : {}
    }
    return { ...number('at'), ...number('idleMs') }
  } catch {
    return known
  }
}

function write(next: typeof known): void {
  known = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // No storage: this tab counts for itself.
  }
}

function forget(): void {
  ending.set(undefined)
  clearTimeout(reportTimer)
  reportTimer = undefined
  limitAt = undefined
  known = {}
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
