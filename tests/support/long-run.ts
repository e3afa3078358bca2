// Tells tests whether they are part of `npm run test:long` (LONG=1), which tries more random inputs. Random moments come
// from a seed, which SEED sets to repeat a run; which tests run is never random.
import { createRandom, type Random } from '#server/demo/random.ts'

export const isLong = process.env['LONG'] === '1'

/** Random numbers: always the same in `npm test`, different in each long run, which prints its seed. */
export function startRandom(): Random {
  const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 100_000 : 1))
  if (isLong) process.stdout.write(`Random moments from SEED=${seed}\n`)
  return createRandom(seed)
}

export const minutes = (count: number): number => count * 60_000
