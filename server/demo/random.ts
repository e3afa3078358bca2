// Reproducible pseudo-random numbers for the demo programme.

export interface Random {
  /** An integer from min to max (inclusive). */
  readonly integer: (min: number, max: number) => number
  /** True with this probability, from 0 to 1. */
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
  /** A text of this many digits. */
  readonly digits: (count: number) => string
}

/**
 * Creates a sequence of random numbers (the algorithm mulberry32). Each seed has a different sequence. Each card has its
 * own sequence, so that its data does not depend on the number of cards. Each type of demo data adds a different offset
 * to its seeds, so that two types never use the same sequence.
 */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[integer(0, list.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
  }
}
