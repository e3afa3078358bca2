// `npm run test:long` (LONG=1) runs the fault tests with more rounds and larger batches. The selection of tests is
// never random. Random moments come from a seed; SEED=… repeats a run.
import { createRandom, type Random } from '#server/demo/random.ts'

export const isLong = process.env['LONG'] === '1'

/** Always the same numbers in `npm test`, different numbers in each long run, which prints its seed. */
export function startRandom(): Random {
  const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 100_000 : 1))
  if (isLong) process.stdout.write(`Random moments from SEED=${seed}\n`)
  return createRandom(seed)
}

export const minutes = (count: number): number => count * 60_000
