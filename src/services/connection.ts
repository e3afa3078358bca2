// Whether the host can be reached. Known from the calls themselves, from the browser's own events, and, while it cannot be
// reached, from a light probe of its health that asks less and less often.
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { createCell } from './cell.ts'

export interface Connection {
  readonly online: boolean
  /** Since when it is so, epoch milliseconds. */
  readonly since: number
}

const PROBE_FIRST_MS = 2_000
const PROBE_LAST_MS = 30_000
const PROBE_TIMEOUT_MS = 5_000

// A browser that says 'online' may be wrong; one that says 'offline' is believed until a call proves otherwise.
const connection = createCell<Connection>({ online: globalThis.navigator?.onLine !== false, since: Date.now() })
let timer: ReturnType<typeof setTimeout> | undefined

export const connectionState = (): Connection => connection.get()
export const subscribeConnection = connection.subscribe
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)

/** The host has answered, whatever it said. */
export function reportReached(): void {
  if (timer !== undefined) clearTimeout(timer)
  timer = undefined
  if (!connection.get().online) connection.set({ online: true, since: Date.now() })
}

/** A call got no answer. */
export function reportUnreachable(): void {
  if (connection.get().online) connection.set({ online: false, since: Date.now() })
  if (timer === undefined) probeLater(PROBE_FIRST_MS)
}

/** Asks once, now: for a 'Try again' button. */
export async function probeNow(): Promise<boolean> {
  const reached = await isHostReady()
  if (reached) reportReached()
  else reportUnreachable()
  return reached
}

/** Listens to the browser's events; returns the way to stop. Called once by the app. */
export function watchConnection(): () => void {
  const lost = () => reportUnreachable()
  const back = () => void probeNow()
  const shown = () => {
    if (document.visibilityState === 'visible' && !connection.get().online) back()
  }
  window.addEventListener('offline', lost)
  window.addEventListener('online', back)
  document.addEventListener('visibilitychange', shown)
  if (!connection.get().online) probeLater(0)
  return () => {
    window.removeEventListener('offline', lost)
    window.removeEventListener('online', back)
    document.removeEventListener('visibilitychange', shown)
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
  }
}

function probeLater(afterMs: number): void {
  timer = setTimeout(() => void probe(afterMs), afterMs)
}

async function probe(waitedMs: number): Promise<void> {
  // A page that nobody looks at asks again when it is looked at.
  const reached = globalThis.document?.visibilityState !== 'hidden' && (await isHostReady())
  if (reached) reportReached()
  else if (timer !== undefined) probeLater(Math.min(Math.max(waitedMs * 2, PROBE_FIRST_MS), PROBE_LAST_MS))
}

async function isHostReady(): Promise<boolean> {
  try {
    const response = await fetch(`${client.basePath}health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    // A captive portal answers too, but not with this.
    return response.ok && typeof body === 'object' && body !== null && 'ready' in body && body.ready === true
  } catch {
    return false
  }
}
