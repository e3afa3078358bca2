// The type of a benchmark figure, and helpers to measure it.

/** One of P1 to P14: a measurement and its reference. Most have one row in docs/performance.md, some have several. */
export interface Figure {
  readonly id: string
  /** The measured work, with its sizes. */
  readonly title: string
  /** What the work is compared with. */
  readonly reference: string
  /** A sentence that explains the result, or how it was measured. */
  readonly explanation: string
  /** What the measurement needs: the built portal and server, Chromium, the packages of bench/peers. */
  readonly needs?: { readonly build?: boolean; readonly chromium?: boolean; readonly referencePackages?: boolean }
  measure(): Promise<readonly Row[]>
}

export interface Row {
  readonly description: string
  /** For example '≤ 0.30'. */
  readonly goal: string
  readonly isMet: boolean
  /** For example '0.42 (520 and 1,240 ms)'. */
  readonly measured: string
}

/** `npm run bench -- --quick`: one round with less data, to check that everything runs. Its results mean nothing. */
export const isQuick = process.env['BENCH_QUICK'] === '1'

export const formatCount = (count: number): string => count.toLocaleString('en')

interface Measurement {
  readonly value: number
  readonly limit: number
  readonly unit?: string
  /** Shown in brackets after the value. */
  readonly note?: string
}

export const atMost = (description: string, measurement: Measurement): Row => ({
  description,
  goal: `≤ ${withUnit(measurement.limit, measurement.unit)}`,
  isMet: measurement.value <= measurement.limit,
  measured: measurementToText(measurement),
})

export const atLeast = (description: string, measurement: Measurement): Row => ({
  description,
  goal: `≥ ${withUnit(measurement.limit, measurement.unit)}`,
  isMet: measurement.value >= measurement.limit,
  measured: measurementToText(measurement),
})

function measurementToText({ value, unit, note }: Measurement): string {
  const text = withUnit(value, unit)
  return note === undefined ? text : `${text} (${note})`
}

function withUnit(value: number, unit: string | undefined): string {
  const isShownWhole = Number.isInteger(value) || value >= 100
  const text = isShownWhole ? formatCount(Math.round(value)) : value.toFixed(2)
  return unit === undefined ? text : `${text} ${unit}`
}

/** '520 and 1,240 ms' */
export const bothMs = (ours: number, theirs: number): string =>
  `${formatCount(Math.round(ours))} and ${formatCount(Math.round(theirs))} ms`

/**
 * Measures alternatives for the same work, and returns the median of each in ms. The alternatives run in turn, so that a
 * busy machine affects all of them equally. With `hasWarmUp`, the first round is discarded.
 */
export async function interleave<Name extends string>(
  alternatives: Readonly<Record<Name, () => number | Promise<number>>>,
  { rounds = 7, hasWarmUp = true } = {},
): Promise<Record<Name, number>> {
  const names = Object.keys(alternatives) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  const warmUpRounds = hasWarmUp && !isQuick ? 1 : 0
  const countedRounds = isQuick ? 1 : rounds
  for (let round = 0; round < warmUpRounds + countedRounds; round += 1) {
    for (const name of names) {
      const ms = await alternatives[name]()
      if (round >= warmUpRounds) times[name].push(ms)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>
}

/** Returns the duration of the work, in ms. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that this share of all values does not exceed. A share of 0.95 gives the 95th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
