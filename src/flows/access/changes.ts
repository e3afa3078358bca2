// Follows what happens to the signed-in user elsewhere: the end of the session closes this tab at once, although the user
// does nothing, and a new item shows its notice at once. The server holds a call until something happens
// (docs/rules/access.md, "Open tabs"). Without such a call, changes arrive by the usual polling.
import { client } from '#brand/current.ts'
import { request } from '#services/server/api.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { sessionStore } from '#services/session/session.ts'

/** Less than the time after which the server, and most proxies, give up a call. */
const HELD_SECONDS = 20
/** The pause after a call that failed or was not held. */
const PAUSE_MS = 15_000
/** A call that was held for less than this counts as not held, so that no fault causes call after call. */
const MIN_HELD_MS = 1_000
/** Spreads the requests of many portals that one change wakes together. */
const SPREAD_MS = 500
/** Hidden tabs take turns, because over HTTP/1.1 a browser has six connections for all tabs. */
const TURN_OF_HIDDEN_TABS = `portal-changes:${client.basePath}`

/** Called once by the app, when there is a session. Returns a function to stop. */
export function followChanges(): () => void {
  const controller = new AbortController()
  void follow(controller.signal)
  return () => controller.abort()
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await until(() => sessionStore.get() !== undefined, sessionStore.subscribe, signal)
    await until(() => connectionState().online, subscribeConnection, signal)
    const outcome = await inTurn(signal, () => awaitChange(signal))
    if (outcome === 'changed') {
      await pause(Math.random() * SPREAD_MS, signal)
      // If the session has ended, the next call shows it and ends it here, too.
      if (sessionStore.get()) refreshQueries('overview')
    } else if (outcome === 'notHeld') await pause(PAUSE_MS * (0.75 + Math.random() / 2), signal)
  }
}

/** Runs `call` now in a visible tab, and in a hidden tab once no other hidden tab of this browser runs it. */
async function inTurn(signal: AbortSignal, call: () => Promise<Outcome>): Promise<Outcome> {
  if (isVisible()) return call()
  const { locks } = navigator as { readonly locks?: LockManager }
  // Without locks (on a page without https) a hidden tab asks when it is shown.
  if (!locks) return until(isVisible, subscribeToVisibility, signal).then(() => 'unchanged')
  const turn = new AbortController()
  void until(isVisible, subscribeToVisibility, AbortSignal.any([signal, turn.signal])).then(() => turn.abort())
  try {
    return await locks.request(TURN_OF_HIDDEN_TABS, { signal: turn.signal }, call)
  } catch {
    return turn.signal.aborted ? 'unchanged' : 'notHeld'
  } finally {
    turn.abort()
  }
}

type Outcome = 'changed' | 'unchanged' | 'notHeld'

async function awaitChange(signal: AbortSignal): Promise<Outcome> {
  const session = sessionStore.get()
  if (!session) return 'unchanged'
  const outdated = new AbortController()
  const stops = [
    sessionStore.subscribe(() => sessionStore.get()?.token === session.token || outdated.abort()),
    // The connection of a tab that was frozen may be lost, and its user should not see more than the session allows.
    subscribeToVisibility(() => isVisible() && outdated.abort()),
  ]
  const startedAt = performance.now()
  const response = await request(
    'awaitChange',
    { seconds: HELD_SECONDS },
    { token: session.token, signal: AbortSignal.any([signal, outdated.signal]) },
  )
  for (const stop of stops) stop()
  if (outdated.signal.aborted) return 'unchanged'
  if (!response.ok) return 'notHeld'
  const { outcome } = response.result
  const wasHeld = performance.now() - startedAt >= MIN_HELD_MS
  return outcome === 'unchanged' && !wasHeld ? 'notHeld' : outcome
}

const isVisible = () => document.visibilityState === 'visible'

type Subscribe = (watcher: () => void) => () => void

const subscribeToVisibility: Subscribe = (watcher) => {
  document.addEventListener('visibilitychange', watcher)
  return () => document.removeEventListener('visibilitychange', watcher)
}

/** Resolves once the condition is true, or the signal is aborted. */
function until(isTrue: () => boolean, subscribe: Subscribe, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isTrue() && !signal.aborted) return
      unsubscribe()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const unsubscribe = subscribe(check)
    signal.addEventListener('abort', check)
    check()
  })
}

/** Ends early when the tab is shown: timers of a hidden tab, or of a device that sleeps, run late. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  let isOver = false
  const subscribe: Subscribe = (watcher) => {
    const end = () => {
      isOver = true
      watcher()
    }
    const timer = setTimeout(end, ms)
    const unsubscribe = subscribeToVisibility(end)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }
  return until(() => isOver, subscribe, signal)
}
