// Decides when wrong passwords block the next login. A username is locked only for the network address that guessed,
// so that an attacker cannot lock the user out. It is locked for all unknown addresses only after guesses from many
// addresses. Usernames without an account follow the same rules. Rules: docs/rules/access.md, "Wrong passwords".
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'

/** A login attempt with a wrong password for a username. */
export interface WrongPassword {
  /** Network address of the attempt. */
  readonly address: string
  /** Milliseconds since 1970, like all times here. */
  readonly at: number
}

export interface LockRules {
  /** Number of wrong passwords until the username is locked for the address. */
  readonly lockAfter: number
  /** Duration of the first lock. */
  readonly lockMinutes: number
}

export interface Lock {
  readonly until: number
  /**
   * True after `lockAfter` more wrong passwords during the lock. The server then treats every password as wrong, so
   * that an attacker does not learn which one is correct.
   */
  readonly hidesCorrectPassword: boolean
}

/** How long a wrong password counts. */
export const FAILED_LOGIN_WINDOW_MS = 2 * DAY_MS
/** Each further lock of an address within `FAILED_LOGIN_WINDOW_MS` lasts this many times as long, up to a day. */
const LOCK_GROWTH = 4
/**
 * Unknown addresses are locked after this many times `lockAfter` wrong passwords within a day, from all addresses
 * together. A single address cannot reach this number.
 */
const DISTRIBUTED_FACTOR = 10

/** The lock for an attempt from `address`; `isKnown`: the user has logged in from there before. */
export function lockFor(
  failures: readonly WrongPassword[],
  from: { readonly address: string; readonly isKnown: boolean },
  now: number,
  rules: LockRules,
): Lock | undefined {
  const fromAddress = failures.filter(({ address }) => address === from.address)
  return addressLock(fromAddress, now, rules) ?? (from.isKnown ? undefined : unknownAddressLock(failures, now, rules))
}

/** True if the username is locked for any address: one that guessed, or all unknown addresses. */
export function isAnyLocked(failures: readonly WrongPassword[], now: number, rules: LockRules): boolean {
  const addresses = new Set(failures.map(({ address }) => address))
  return [...addresses, ''].some((address) => lockFor(failures, { address, isKnown: false }, now, rules) !== undefined)
}

function addressLock(failures: readonly WrongPassword[], now: number, rules: LockRules): Lock | undefined {
  const { lockAfter, lockMinutes } = rules
  // The wrong passwords since the last lock ended. Those during a lock count too.
  let count = 0
  let until = -Infinity
  let durationMs = lockMinutes * MINUTE_MS
  for (const at of timesAfter(failures, now - FAILED_LOGIN_WINDOW_MS)) {
    if (count >= lockAfter && at >= until) count = 0
    count += 1
    if (count !== lockAfter) continue
    until = at + durationMs
    durationMs = Math.min(durationMs * LOCK_GROWTH, DAY_MS)
  }
  return count >= lockAfter && now < until ? { until, hidesCorrectPassword: count >= 2 * lockAfter } : undefined
}

function unknownAddressLock(
  failures: readonly WrongPassword[],
  now: number,
  { lockAfter }: LockRules,
): Lock | undefined {
  const limit = DISTRIBUTED_FACTOR * lockAfter
  const times = timesAfter(failures, now - DAY_MS)
  const oldest = times.at(-limit)
  return oldest === undefined ? undefined : { until: oldest + DAY_MS, hidesCorrectPassword: times.length >= 2 * limit }
}

const timesAfter = (failures: readonly WrongPassword[], after: number): number[] =>
  failures
    .map(({ at }) => at)
    .filter((at) => at > after)
    .toSorted((left, right) => left - right)
