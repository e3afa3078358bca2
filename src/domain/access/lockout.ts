// Decides when wrong passwords block the next login. A name is locked for the address that guessed, so that a stranger
// cannot lock its user out. It is locked for all unknown addresses only after guesses from many addresses. Names
// without a user follow the same rules. Rules: docs/rules/access.md, "Wrong passwords".
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'

/** A wrong password for one name. */
export interface WrongPassword {
  /** Network address of the attempt. */
  readonly address: string
  readonly at: number
}

export interface LockRules {
  /** Number of wrong passwords until the name is locked for the address. */
  readonly lockAfter: number
  /** Duration of the first lock. */
  readonly lockMinutes: number
}

export interface Lock {
  readonly until: number
  /** True after this many wrong passwords during the lock: a right password is then no longer confirmed. */
  readonly isBlind: boolean
}

/** Wrong passwords count for this long. */
export const FAILED_LOGIN_WINDOW_MS = 2 * DAY_MS
/** Each lock of one address within this time lasts longer than the previous one by this factor, up to a day. */
const GROWTH = 4
/** Wrong passwords from all addresses within a day, in units of `lockAfter`: more than a single address can reach. */
const FROM_MANY = 10

/** The lock for an attempt from `address`; `isKnown`: the user has logged in from there before. */
export function lockFor(
  wrong: readonly WrongPassword[],
  from: { readonly address: string; readonly isKnown: boolean },
  now: number,
  rules: LockRules,
): Lock | undefined {
  const own = wrong.filter(({ address }) => address === from.address)
  return lockOfAddress(own, now, rules) ?? (from.isKnown ? undefined : lockOfUnknown(wrong, now, rules))
}

/** True if the name is locked for any address: one that guessed, or all unknown ones. */
export function isAnyLocked(wrong: readonly WrongPassword[], now: number, rules: LockRules): boolean {
  const addresses = new Set(wrong.map(({ address }) => address))
  return [...addresses, ''].some((address) => lockFor(wrong, { address, isKnown: false }, now, rules) !== undefined)
}

function lockOfAddress(wrong: readonly WrongPassword[], now: number, rules: LockRules): Lock | undefined {
  const { lockAfter, lockMinutes } = rules
  let count = 0
  let until = -Infinity
  let lasts = lockMinutes * MINUTE_MS
  for (const at of timesOf(wrong, now - FAILED_LOGIN_WINDOW_MS)) {
    if (count >= lockAfter && at >= until) count = 0
    count += 1
    if (count !== lockAfter) continue
    until = at + lasts
    lasts = Math.min(lasts * GROWTH, DAY_MS)
  }
  return count >= lockAfter && now < until ? { until, isBlind: count >= 2 * lockAfter } : undefined
}

function lockOfUnknown(wrong: readonly WrongPassword[], now: number, { lockAfter }: LockRules): Lock | undefined {
  const limit = FROM_MANY * lockAfter
  const times = timesOf(wrong, now - DAY_MS)
  const oldest = times.at(-limit)
  return oldest === undefined ? undefined : { until: oldest + DAY_MS, isBlind: times.length >= 2 * limit }
}

const timesOf = (wrong: readonly WrongPassword[], after: number): number[] =>
  wrong
    .map(({ at }) => at)
    .filter((at) => at > after)
    .toSorted((one, other) => one - other)
