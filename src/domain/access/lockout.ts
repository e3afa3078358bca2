// Decides when wrong passwords block the next login. A username is locked only for the network address that guessed, so
// that an attacker cannot lock the user out. Only guesses from many addresses lock a username for all unknown addresses.
// The same rules apply to usernames without an account. Rules: docs/rules/access.md, "Wrong passwords".
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
   * that an attacker does not learn which password is correct.
   */
  readonly hidesCorrectPassword: boolean
}

/** How long a wrong password counts. */
export const FAILED_LOGIN_WINDOW_MS = 2 * DAY_MS
/**
 * Each further lock of an address within `FAILED_LOGIN_WINDOW_MS` lasts this many times as long as the previous lock, up
 * to a day.
 */
const LOCK_GROWTH = 4
/**
 * Unknown addresses are locked after this many times `lockAfter` wrong passwords within a day, from all addresses
 * together. A single address cannot reach this number.
 */
const DISTRIBUTED_FACTOR = 10

/**
 * The lock for an attempt from an address. Undefined if the attempt is allowed.
 * @param from the address; `isKnown` if the user has logged in from this address before
 */
export function lockFor(
  failures: readonly WrongPassword[],
  from: { readonly address: string; readonly isKnown: boolean },
  now: number,
  rules: LockRules,
): Lock | undefined {
  const failuresOfAddress = failures.filter(({ address }) => address === from.address)
  const lock = addressLock(failuresOfAddress, now, rules)
  if (lock !== undefined || from.isKnown) return lock
  return unknownAddressLock(failures, now, rules)
}

/** Represents every address that has neither guessed nor logged in. */
const NEW_ADDRESS = ''

/** True if the username is locked for an address that guessed, or for all unknown addresses. */
export function isAnyLocked(failures: readonly WrongPassword[], now: number, rules: LockRules): boolean {
  const addresses = new Set(failures.map(({ address }) => address))
  return [...addresses, NEW_ADDRESS].some(
    (address) => lockFor(failures, { address, isKnown: false }, now, rules) !== undefined,
  )
}

function addressLock(failures: readonly WrongPassword[], now: number, rules: LockRules): Lock | undefined {
  const { lockAfter, lockMinutes } = rules
  // The wrong passwords since the end of the last lock. During a lock, further wrong passwords are added to this count.
  let count = 0
  let until = -Infinity
  let durationMs = lockMinutes * MINUTE_MS
  for (const at of timesAfter(failures, now - FAILED_LOGIN_WINDOW_MS)) {
    const hasLockEnded = count >= lockAfter && at >= until
    if (hasLockEnded) count = 0
    count += 1
    const startsLock = count === lockAfter
    if (startsLock) {
      until = at + durationMs
      durationMs = Math.min(durationMs * LOCK_GROWTH, DAY_MS)
    }
  }
  const isLocked = count >= lockAfter && now < until
  return isLocked ? { until, hidesCorrectPassword: count >= 2 * lockAfter } : undefined
}

function unknownAddressLock(
  failures: readonly WrongPassword[],
  now: number,
  { lockAfter }: LockRules,
): Lock | undefined {
  const limit = DISTRIBUTED_FACTOR * lockAfter
  const times = timesAfter(failures, now - DAY_MS)
  // The lock lasts as long as `limit` wrong passwords are at most a day old. So it ends a day after the oldest of the
  // last `limit` wrong passwords.
  const oldestOfLast = times.at(-limit)
  if (oldestOfLast === undefined) return undefined
  return { until: oldestOfLast + DAY_MS, hidesCorrectPassword: times.length >= 2 * limit }
}

const timesAfter = (failures: readonly WrongPassword[], after: number): number[] =>
  failures
    .map(({ at }) => at)
    .filter((at) => at > after)
    .toSorted((left, right) => left - right)
