// Whether the host can be reached. Known from the calls themselves, from the browser's own events, and, while it cannot be
// reached, from a light probe of its health that asks less and less often.
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { createCell } from './cell.ts'

export interface Connection {
  readonly online: boolean
  /** While it is not: nothing answered, or something did that is no answer of the host (a 500, a page of a proxy). */
  readonly fault: Fault | undefined
  /** Since when it is so, epoch milliseconds. */
  readonly since: number
}

export type Fault = 'no line' | 'no answer'

const PROBE_FIRST_MS = 2_000
const PROBE_LAST_MS = 30_000
const PROBE_TIMEOUT_MS = 5_000

// A browser that says 'online' may be wrong; one that says 'offline' is believed until a call proves otherwise.
const saysOnline = globalThis.navigator?.onLine !== false
const connection = createCell<Connection>({
  online: saysOnline,
  fault: saysOnline ? undefined : 'no line',
  since: Date.now(),
})
let timer: ReturnType<typeof setTimeout> | undefined

/** What bars an act that needs the host while it cannot be reached. */
export const OFFLINE_REASON = 'There is no connection to the server. This can be done when it is back.'

export const connectionState = (): Connection => connection.get()
export const subscribeConnection = connection.subscribe
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)

/** The host has answered, whatever it said. */
export function reportReached(): void {
  if (timer !== undefined) clearTimeout(timer)
  timer = undefined
  if (!connection.get().online) connection.set({ online: true, fault: undefined, since: Date.now() })
}

/** A call got no answer of the host. */
export function reportUnreachable(fault: Fault): void {
  const { online, since, fault: known } = connection.get()
  if (online || known !== fault) connection.set({ online: false, fault, since: online ? Date.now() : since })
  if (timer === undefined) probeLater(PROBE_FIRST_MS)
}

/** Asks once, now: for a 'Try again' button. */
export async function probeNow(): Promise<boolean> {
  const fault = await faultOfHost()
  if (fault === undefined) reportReached()
  else reportUnreachable(fault)
  return fault === undefined
}

/** Listens to the browser's events; returns the way to stop. Called once by the app. */
export function watchConnection(): () => void {
  const lost = () => reportUnreachable('no line')
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
  const isHidden = globalThis.document?.visibilityState === 'hidden'
  const fault = isHidden ? connection.get().fault : await faultOfHost()
  if (fault === undefined) return reportReached()
  reportUnreachable(fault)
  if (timer !== undefined) probeLater(Math.min(Math.max(waitedMs * 2, PROBE_FIRST_MS), PROBE_LAST_MS))
}

/** What keeps the host from answering, or undefined where it is ready. */
async function faultOfHost(): Promise<Fault | undefined> {
  try {
    const response = await fetch(`${client.basePath}health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    // A captive portal answers too, but not with this.
    const isReady = response.ok && typeof body === 'object' && body !== null && 'ready' in body && body.ready === true
    return isReady ? undefined : 'no answer'
  } catch (error) {
    // Whatever came was no JSON; without anything the call itself fails.
    return error instanceof SyntaxError ? 'no answer' : 'no line'
  }
}
