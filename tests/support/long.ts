// `npm run test:long` (LONG=1) runs the fault tests with more rounds and larger batches. Which tests run never depends
// on chance; random moments come from a seed, which SEED repeats.
import { createRandom, type Random } from '#server/demo/random.ts'

export const isLong = process.env['LONG'] === '1'

/** Always the same numbers in `npm test`; others in each long run, which prints its seed. */
export function startRandom(): Random {
  const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 100_000 : 1))
  if (isLong) process.stdout.write(`Random moments from SEED=${seed}\n`)
  return createRandom(seed)
}

export const minutes = (count: number): number => count * 60_000
