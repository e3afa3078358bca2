// Faults come in two rounds: a short one among all other tests, and a long one with `npm run soak` (SOAK=1), which makes all of them.
// What a round draws comes of its seed, which a test file says in its name; SOAK_SEED repeats it.
import { createRandom, type Random } from '#server/demo/random.ts'

export interface Round {
  readonly isSoak: boolean
  readonly seed: number
  readonly random: Random
  /** All of them in the long round; in the short one a single one, or as many as are said, of the seed. */
  readonly drawn: <T>(all: readonly T[], count?: number) => readonly T[]
}

/** The round of one test file: its draws are its own, whichever files its worker had before. */
export function startRound(seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 100_000)): Round {
  const isSoak = process.env['SOAK'] === '1'
  const random = createRandom(seed)
  const some = <T>(all: readonly T[], count: number): readonly T[] => {
    const rest = [...all]
    while (rest.length > count) rest.splice(random.whole(0, rest.length - 1), 1)
    return rest
  }
  return { isSoak, seed, random, drawn: (all, count = 1) => (isSoak ? all : some(all, count)) }
}
