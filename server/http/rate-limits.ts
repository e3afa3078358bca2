// Limits calls per minute, with a time window per key in this process's memory. Each server has its own windows, so
// several servers behind a proxy together allow a multiple of the limit. This is intended. No library is used. Some
// libraries keep a timer for each key, do not limit the number of keys, and cost fifteen times as much. Others count
// per route, but there is only one route. Rules: docs/rules/requests.md, "Limits".
import { isIPv6 } from 'node:net'

/**
 * Counts one call of `key`. Returns the seconds to wait if the limit is reached, otherwise undefined. `ownLimit` is the
 * number of calls per minute for a key that has another limit.
 */
export type Limit = (key: string | number, ownLimit?: number) => number | undefined

interface Window {
  readonly start: number
  calls: number
}

const WINDOW_MS = 60_000
const MAX_KEYS = 50_000

export function createLimit(callsPerMinute: number, now: () => number): Limit {
  const windows = new Map<string | number, Window>()
  return (key, ownLimit = callsPerMinute) => {
    const at = now()
    const window = windows.get(key)
    // The clock can have been set back.
    const isInWindow = window !== undefined && at >= window.start && at - window.start < WINDOW_MS
    if (!isInWindow) {
      if (windows.size >= MAX_KEYS) dropWindows(windows, at)
      windows.set(key, { start: at, calls: 1 })
      return undefined
    }
    window.calls += 1
    if (window.calls <= ownLimit) return undefined
    const remainingMs = window.start + WINDOW_MS - at
    return Math.ceil(remainingMs / 1000)
  }
}

/** Counts one call from the address. Returns the seconds to wait if the limit is reached, otherwise undefined. */
export type AddressLimit = (address: string) => number | undefined

export function createAddressLimit(callsPerMinute: number, now: () => number): AddressLimit {
  const limit = createLimit(callsPerMinute, now)
  return (address) => limit(addressToKey(address))
}

/** The key of an address. For IPv6 it is the /64 prefix, which belongs to a single customer. */
export function addressToKey(address: string): string {
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return withoutZone
  const embeddedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1]
  if (embeddedIPv4 !== undefined) return embeddedIPv4
  // An IPv4 suffix takes the place of the last two groups. Their values do not matter: the /64 prefix ends before them.
  const [head = '', tail = ''] = withoutZone.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const toGroups = (text: string) => (text === '' ? [] : text.split(':'))
  const headGroups = toGroups(head)
  const tailGroups = toGroups(tail)
  // An address has eight groups. '::' stands for the missing groups, which are zeros.
  const zeroCount = Math.max(0, 8 - headGroups.length - tailGroups.length)
  const zeroGroups = Array<string>(zeroCount).fill('0')
  return [...headGroups, ...zeroGroups, ...tailGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

// Callers choose their keys, so the number of keys is limited. The keys with the fewest calls are dropped first.
// Otherwise, a caller who has reached the limit could reset the caller's own count by calls from many invented
// addresses. Half of the keys are dropped together, so that the sorting is rare.
function dropWindows(windows: Map<string | number, Window>, at: number): void {
  for (const [key, { start }] of windows) if (at - start >= WINDOW_MS) windows.delete(key)
  if (windows.size < MAX_KEYS) return
  const excess = windows.size - MAX_KEYS / 2
  const byCalls = [...windows].sort(([, a], [, b]) => a.calls - b.calls)
  for (const [key] of byCalls.slice(0, excess)) windows.delete(key)
}
