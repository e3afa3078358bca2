// What a bench file gives: how long it may take, and figures, each a ratio inside one run or a count, with the goal it has to reach.
// Its sizes are those of the promise times BENCH_SIZE (`npm run bench -- NAME --size 0.01`).
import type { PromiseId } from './promises.ts'

/** What a file `<name>.bench.ts` exports. */
export interface Bench {
  /** At most, at full size; then the run is broken off. */
  readonly minutes: number
  figures(): Promise<Figure[]>
}

export interface Figure {
  /** The promise that it belongs to; several figures may share one. */
  readonly id: PromiseId
  /** With its sizes; the same in every run of one size. */
  readonly title: string
  /** The goal as people read it: '≤ 1.0'. */
  readonly goal: string
  readonly value: number
  /** 'ratio', 'messages', 'ms' … */
  readonly unit: string
  readonly ok: boolean
  /** What differs from run to run and explains the value. */
  readonly note?: string | undefined
  /** What lies behind a figure that sums up many, for the file alone: a row each. */
  readonly behind?: readonly Readonly<Record<string, string | number>>[] | undefined
}

type More = Pick<Figure, 'note' | 'behind'>

const against =
  (sign: string, holds: (value: number, limit: number) => boolean) =>
  (id: PromiseId, title: string, value: number, limit: number, unit = 'ratio', more: More = {}): Figure => ({
    id,
    title,
    goal: `${sign} ${limit}`,
    value,
    unit,
    ok: holds(value, limit),
    ...more,
  })

/** A figure that must not exceed a limit. */
export const atMost = against('≤', (value, limit) => value <= limit)

/** A figure that must not fall short of a limit. */
export const atLeast = against('≥', (value, limit) => value >= limit)

/** A figure without a goal of its own: what another one is to be read beside. */
export const beside = (id: PromiseId, title: string, value: number, unit: string, more: More = {}): Figure => ({
  id,
  title,
  goal: '',
  value,
  unit,
  ok: true,
  ...more,
})

/** How large this run is: 1 is what was promised. */
export const size = Number(process.env['BENCH_SIZE'] ?? 1)

/** Less than was promised: to see whether everything runs; its figures say little. */
export const small = size < 1

/** So many of something at this run's size, in whole steps, never fewer than `least`. */
export const scaled = (full: number, least: number, step = 1): number =>
  Math.max(least, Math.round((full * size) / step) * step)

/** A number as titles have it. */
export const many = (count: number): string => count.toLocaleString('en')

/**
 * The medians of several ways of doing the same, in ms, taken in turns so that a busy machine is busy for all of them;
 * the first round is thrown away.
 */
export async function interleave<Name extends string>(
  ways: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds = 9,
): Promise<Record<Name, number>> {
  if (small) rounds = Math.min(rounds, 3)
  const names = Object.keys(ways) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const ms = await ways[name]()
      if (round > 0) times.get(name)?.push(ms)
    }
  }
  const medians = Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>
  if (process.env['BENCH_VERBOSE']) console.error(medians)
  return medians
}

/** How long a piece of work takes, in ms. */
export async function time(work: () => unknown): Promise<number> {
  const start = clock()
  await work()
  return clock() - start
}

/**
 * Milliseconds: of the wall, or with BENCH_CLOCK=cpu of this process's own work, which says something even on a machine that
 * is busy with other things.
 */
export const clock = process.env['BENCH_CLOCK'] === 'cpu' ? cpuTime : () => performance.now()

function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that this share of all values does not exceed: 0.99 for the 99th of a hundred. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
