// Learns immediately if the session of this tab was ended elsewhere, or if a new item has arrived for the user. To do
// so, the portal sends a call that the server does not answer until something happens (docs/rules/access.md, "Open
// tabs"). While no call is held, the usual polling finds the changes.
import { client } from '#brand/current.ts'
import { request } from '#services/server/api.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { sessionStore } from '#services/session/session.ts'

/** How long the server may hold a call. The server and most proxies end a call only after a longer time. */
const HELD_SECONDS = 20
/** The average pause after a call that failed or was not held. */
const PAUSE_MS = 15_000
/** A shorter call counts as not held. Otherwise a server that does not hold calls would be called without a pause. */
const MIN_HELD_MS = 1_000
/** The longest random pause after a change. One change can wake many portals, which must not all call together. */
const SPREAD_MS = 500
/** Hidden tabs take turns, because over HTTP/1.1 a browser has six connections for all tabs. */
const LOCK_OF_HIDDEN_TABS = `portal-changes:${client.basePath}`

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
      // If the server has ended the session, it refuses this query. The refusal ends the session here, too.
      if (sessionStore.get()) refreshQueries('overview')
    } else if (outcome === 'notHeld') {
      // Between 75 and 125 percent, so that many portals do not call at the same moment.
      const jitter = 0.75 + Math.random() / 2
      await pause(PAUSE_MS * jitter, signal)
    }
  }
}

/** In a visible tab, runs `call` now. In a hidden tab, waits until no other hidden tab of this browser runs it. */
async function inTurn(signal: AbortSignal, call: () => Promise<Outcome>): Promise<Outcome> {
  if (isVisible()) return call()
  const { locks } = navigator as { readonly locks?: LockManager }
  // Browsers have no locks on a page without https. There, a hidden tab calls again only when it is shown.
  if (!locks) {
    await until(isVisible, subscribeToVisibility, signal)
    return 'unchanged'
  }
  // A tab that is shown stops waiting, because a visible tab needs no turn.
  const shown = new AbortController()
  const unsubscribe = subscribeToVisibility(() => {
    if (isVisible()) shown.abort()
  })
  const waitSignal = AbortSignal.any([signal, shown.signal])
  try {
    return await locks.request(LOCK_OF_HIDDEN_TABS, { signal: waitSignal }, call)
  } catch {
    return waitSignal.aborted ? 'unchanged' : 'notHeld'
  } finally {
    unsubscribe()
  }
}

type Outcome = 'changed' | 'unchanged' | 'notHeld'

async function awaitChange(signal: AbortSignal): Promise<Outcome> {
  const session = sessionStore.get()
  if (!session) return 'unchanged'
  const outdated = new AbortController()
  const stops = [
    sessionStore.subscribe(() => {
      if (sessionStore.get()?.token !== session.token) outdated.abort()
    }),
    // The browser may have frozen a hidden tab and lost the call's connection. When the tab is shown, a new call finds
    // out whether the session has ended meanwhile.
    subscribeToVisibility(() => {
      if (isVisible()) outdated.abort()
    }),
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
  if (outcome === 'changed') return 'changed'
  const wasHeld = performance.now() - startedAt >= MIN_HELD_MS
  return wasHeld ? 'unchanged' : 'notHeld'
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
      const isOver = isTrue() || signal.aborted
      if (!isOver) return
      unsubscribe()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const unsubscribe = subscribe(check)
    signal.addEventListener('abort', check)
    check()
  })
}

/** Ends early when the tab is shown, because the timers of a hidden tab or of a sleeping device run late. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const unsubscribe = subscribeToVisibility(end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
