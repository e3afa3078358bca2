// What a bench file gives: figures, each a ratio inside one run or a count, with the target it has to reach.

export interface Figure {
  /** The figure's number in the list of promises, such as 'G1'; several figures may share one. */
  readonly id: string
  readonly title: string
  /** The target as people read it: '≤ 1.0'. */
  readonly target: string
  readonly value: number
  /** 'ratio', 'messages', 'ms' … */
  readonly unit: string
  readonly ok: boolean
}

/** A figure that must not exceed a limit. */
export const atMost = (id: string, title: string, value: number, limit: number, unit = 'ratio'): Figure => ({
  id,
  title,
  target: `≤ ${limit}`,
  value,
  unit,
  ok: value <= limit,
})

/**
 * The medians of several ways of doing the same, in ms, taken in turns so that a busy machine is busy for all of them;
 * the first round is thrown away.
 */
export async function interleave<Name extends string>(
  ways: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds = 9,
): Promise<Record<Name, number>> {
  if (quick) rounds = Math.min(rounds, 3)
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

/** `npm run bench --quick`: to see whether everything runs; its figures say little. */
export const quick = process.env['BENCH_QUICK'] !== undefined

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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
