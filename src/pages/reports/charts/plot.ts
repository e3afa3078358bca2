// The geometry of a chart: its scale in round numbers, its bars and lines, and the space for names below them.
import type { ChartSeries } from '#domain/reports/series.ts'

/**
 * The dimensions of the chart in pixels: widths, height of the plot, and margins around it. The chart is low, so that
 * the table below is visible on a small screen.
 */
export const CHART = { minWidth: 240, initialWidth: 880, plotHeight: 92, left: 76, right: 12, top: 8 } as const
/** The y position of the x axis. */
export const CHART_BASE = CHART.top + CHART.plotHeight

/** The height with the labels below the axis: dates have one line, names up to two. */
export const chartHeight = (labelLines: 1 | 2): number => CHART_BASE + 4 + labelLines * 12

/** The width available for all positions on the x axis. */
export const plotWidth = (width: number): number => width - CHART.left - CHART.right

export interface Scale {
  readonly ticks: readonly number[]
  readonly toY: (value: number) => number
}

/** The scale from 0 or the smallest negative value to the largest value, in two to five round steps. */
export function toScale(values: readonly number[]): Scale {
  const min = Math.min(0, ...values)
  const max = Math.max(0, ...values)
  // If all values are 0, any range will do.
  const step = roundStep((max - min || 100) / 4)
  const from = Math.floor(min / step) * step
  const to = Math.max(Math.ceil(max / step), 1) * step
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  return { ticks, toY: (value) => CHART.top + CHART.plotHeight * (1 - (value - from) / (to - from)) }
}

/** The next higher 1, 2 or 5 times a power of ten. */
function roundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= min) ?? 10)
}

/** The centre of a position on the x axis. */
export const toX = (index: number, count: number, width: number): number =>
  CHART.left + (plotWidth(width) * (index + 0.5)) / count

export interface Bar {
  readonly key: string
  readonly seriesIndex: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Stacked bars: positive values grow up from 0, negative values down. */
export function toBars({ categories, series }: ChartSeries, { toY }: Scale, chartWidth: number): readonly Bar[] {
  // The gap between bars is about half as wide as a bar. If there are few bars, each is at most 48 pixels wide.
  const width = Math.min((plotWidth(chartWidth) / categories.length) * 0.68, 48)
  return categories.flatMap((category, categoryIndex) => {
    let positiveSum = 0
    let negativeSum = 0
    return series.flatMap(({ name, values }, seriesIndex): Bar[] => {
      const value = values[categoryIndex] ?? 0
      if (value === 0) return []
      const from = value > 0 ? positiveSum : negativeSum
      if (value > 0) positiveSum += value
      else negativeSum += value
      const top = toY(Math.max(from, from + value))
      const bottom = toY(Math.min(from, from + value))
      return [
        {
          key: `${category} ${name}`,
          seriesIndex,
          x: toX(categoryIndex, categories.length, chartWidth) - width / 2,
          y: top,
          width,
          height: bottom - top,
        },
      ]
    })
  })
}

/** The total heights of the stacked bars, upwards and downwards. */
export const stackHeights = ({ categories, series }: ChartSeries): readonly number[] =>
  categories.flatMap((_, categoryIndex) => {
    const values = series.map((each) => each.values[categoryIndex] ?? 0)
    const sum = (summands: readonly number[]) => summands.reduce((total, value) => total + value, 0)
    return [sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0))]
  })

/** Minimum width of a label, including the gap to the next. */
const LABEL_WIDTH = 78

/** The positions with a label: as many as fit, always including the last. */
export function toLabelledIndexes(count: number, width: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / Math.floor(plotWidth(width) / LABEL_WIDTH)))
  return new Set(Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0))
}

/** Average width of a character in the labels' 11 pixel font. */
const CHARACTER_WIDTH = 5.8

/** A name in at most two lines of the given width, broken between words. A line that does not fit ends with '…'. */
export function nameToLines(name: string, width: number): readonly string[] {
  const maxLength = Math.max(4, Math.floor(width / CHARACTER_WIDTH))
  const [first = '', ...words] = name.split(' ')
  const lines = [first]
  for (const word of words) {
    const joined = `${lines.at(-1)} ${word}`
    if (joined.length <= maxLength || lines.length === 2) lines.splice(-1, 1, joined)
    else lines.push(word)
  }
  return lines.map((line) => (line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`))
}
