// Reports whether the server can be reached: runs the connection machine, sends its probes, and listens to the browser.
import { m } from '#words/messages.js'
import { useSyncExternalStore } from 'react'
import { createActor, fromPromise, waitFor } from 'xstate'
import { client } from '#brand/current.ts'
import { connectionMachine, type Fault, type ProbeResult } from '#machines/connection.ts'
import { createObservable } from '../observable.ts'
import { inspectOptions } from '../inspect/inspect.ts'
import { areSystemNoticesOn } from '../device/system-notices.ts'

export interface Connection {
  readonly online: boolean
  /**
   * Why the server cannot be reached: there is no response, or the response is unusable (a 500, the page of a proxy).
   */
  readonly fault: Fault | undefined
  /** The start of the current state, epoch milliseconds. */
  readonly since: number
}

const PROBE_TIMEOUT_MS = 5_000

/** The reason shown at actions that are disabled while the server cannot be reached. */
export const OFFLINE_REASON = m.device_noConnection()

const actor = createActor(
  connectionMachine.provide({
    actors: { probe: fromPromise<ProbeResult, { fault: Fault | undefined }>(({ input }) => probe(input.fault)) },
  }),
  { ...inspectOptions, input: { at: Date.now(), isOnline: globalThis.navigator?.onLine !== false } },
)
/** True for the state `online` of the machine, which always has a state inside: `{ online: … }`. */
const isOnlineState = (value: ReturnType<typeof actor.getSnapshot>['value']): boolean =>
  typeof value === 'object' && 'online' in value
const readConnection = (): Connection => {
  const { context, value } = actor.getSnapshot()
  return { online: isOnlineState(value), fault: context.fault, since: context.since }
}
const connection = createObservable<Connection>(readConnection())
const isSameConnection = (a: Connection, b: Connection): boolean =>
  a.online === b.online && a.fault === b.fault && a.since === b.since
actor.subscribe(() => {
  const newConnection = readConnection()
  if (!isSameConnection(newConnection, connection.get())) connection.set(newConnection)
})

export const connectionState = (): Connection => connection.get()
export const subscribeConnection = connection.subscribe
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)

/** Reports any response of the server to a request sent at `sentAt` (epoch milliseconds). */
export const reportReached = (sentAt = Date.now()): void => actor.send({ type: 'reached', at: Date.now(), sentAt })

/**
 * Reports a call without a response from the server. One lost response does not prove that the server cannot be
 * reached. The machine therefore probes the server first.
 */
export const reportFailedCall = (fault: Fault): void => actor.send({ type: 'doubted', fault, at: Date.now() })

/** Reports that the server cannot be reached. */
export const reportUnreachable = (fault: Fault): void => actor.send({ type: 'lost', fault, at: Date.now() })

/** Probes the server once, immediately, for a 'Try again' button. Returns true if the server can be reached. */
export async function probeNow(): Promise<boolean> {
  actor.send({ type: 'probe.requested' })
  const { value } = await waitFor(actor, (snapshot) => !snapshot.hasTag('probing'))
  return isOnlineState(value)
}

/** Listens to the browser's events. Returns a function to stop listening. Called once by the app. */
export function watchConnection(): () => void {
  const onOffline = () => reportUnreachable('no connection')
  const onOnline = () => void probeNow()
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible' && !connection.get().online) void probeNow()
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

async function probe(currentFault: Fault | undefined): Promise<ProbeResult> {
  // A hidden page probes only if it shows system notifications. Otherwise it waits until it is visible.
  const isHidden = globalThis.document?.visibilityState === 'hidden'
  const skipsProbe = isHidden && !areSystemNoticesOn()
  return { fault: skipsProbe ? currentFault : await faultOfServer(), at: Date.now() }
}

/** Why the server is not ready. Undefined if it is ready. */
async function faultOfServer(): Promise<Fault | undefined> {
  try {
    const response = await fetch(`${client.basePath}health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    const body = (await response.json()) as { readonly ready?: unknown } | null
    // A captive portal also responds, but not with this body.
    const isReady = response.ok && body?.ready === true
    return isReady ? undefined : 'invalid response'
  } catch (error) {
    // A syntax error means that a response arrived but is not JSON. Without a response, `fetch` itself fails.
    return error instanceof SyntaxError ? 'invalid response' : 'no connection'
  }
}

actor.start()

interface NetworkInformation {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** True if the browser reports that the connection is slow or metered. Not every browser reports this. */
export function isPoorConnection(): boolean {
  const { connection: network } = (globalThis.navigator ?? {}) as { readonly connection?: NetworkInformation }
  const isMetered = network?.saveData === true
  const isSlow = network?.effectiveType !== undefined && network.effectiveType !== '4g'
  return isMetered || isSlow
}
