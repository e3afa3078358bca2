// The time of the programme. In a sandbox, the server reports the time of the sandbox's clock. Everywhere else it is
// the device's time. Code about the programme's days or deadlines uses the time of the programme. Code about events on
// this device uses Date.now.
import { useEffect, useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'
import { requestWithoutSession } from './server/api.ts'

export interface SandboxTime {
  /** Milliseconds since 1970. */
  readonly now: number
  /** How many times as fast as real time the clock runs. */
  readonly rate: number
}

interface ReadTime extends SandboxTime {
  /** The device's time when the clock was read. */
  readonly readAt: number
}

const POLL_MS = 30_000
const TICK_MS = 1_000

const clock = createObservable<ReadTime | undefined>(undefined)

/** The time of the programme now, in milliseconds since 1970. */
export function currentTime(): number {
  const lastRead = clock.get()
  if (!lastRead) return Date.now()
  const msSinceRead = Date.now() - lastRead.readAt
  return lastRead.now + msSinceRead * lastRead.rate
}

/** Converts a time of this device to the time of the programme, by the current difference of the two clocks. */
export const toProgrammeTime = (deviceTime: number): number => deviceTime + currentTime() - Date.now()

export const subscribeToClock = clock.subscribe

/** Sets the sandbox's time. Undefined: the programme's time is the device's time again. */
export const setClock = (time: SandboxTime | undefined): void => clock.set(time && { ...time, readAt: Date.now() })

async function readClock(): Promise<void> {
  const response = await requestWithoutSession('sandboxClock', {})
  if (response.ok) setClock({ now: Date.parse(response.result.now), rate: response.result.rate })
}

/** Reads the clock now, regularly, and when the page becomes visible. Returns a function to stop. */
function followClock(): () => void {
  const read = () => void readClock()
  read()
  const timer = setInterval(read, POLL_MS)
  document.addEventListener('visibilitychange', read)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', read)
  }
}

/** The time of the sandbox's clock, updated every second. Undefined until the server has reported it. */
export function useSandboxTime(): SandboxTime | undefined {
  const lastRead = useSyncExternalStore(clock.subscribe, clock.get)
  // Renders again every second.
  useSyncExternalStore(subscribeToTicks, currentSecond)
  useEffect(followClock, [])
  return lastRead && { now: currentTime(), rate: lastRead.rate }
}

const currentSecond = () => Math.floor(Date.now() / TICK_MS)

function subscribeToTicks(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS)
  return () => clearInterval(timer)
}
