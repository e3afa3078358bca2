// The geometry of a chart: its scale in round numbers, its bars and lines, and the space for names below them.
import type { ChartSeries } from '#domain/reports/series.ts'

/**
 * The dimensions of the chart in pixels: widths, height of the plot, and margins around it. The chart is low, so that
 * the table below is visible on a small screen.
 */
export const CHART = { minWidth: 240, initialWidth: 880, plotHeight: 92, left: 76, right: 12, top: 8 } as const
/** The y position of the x axis. */
export const CHART_BASE = CHART.top + CHART.plotHeight

/** The height of a line of a label, in pixels. */
export const LINE_HEIGHT = 12

/** The height with the labels below the axis. */
export const chartHeight = (labelLines: 1 | 2): number => CHART_BASE + 4 + labelLines * LINE_HEIGHT

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
  const range = max - min === 0 ? 100 : max - min
  const step = roundUp(range / 4)
  const from = Math.floor(min / step) * step
  // Even if no value is positive, the scale has one step above 0.
  const to = Math.max(Math.ceil(max / step), 1) * step
  const stepCount = Math.round((to - from) / step)
  const ticks = Array.from({ length: stepCount + 1 }, (_, index) => from + index * step)
  // y grows downwards, so the largest value is at the top of the plot.
  const toY = (value: number) => CHART.top + CHART.plotHeight * (1 - (value - from) / (to - from))
  return { ticks, toY }
}

/** The next number that is 1, 2 or 5 times a power of ten: 130 → 200. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5].find((each) => each * power >= value) ?? 10
  return factor * power
}

/** The centre of a position on the x axis. */
export const toX = (index: number, { count, width }: { readonly count: number; readonly width: number }): number =>
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
  const widthPerBar = plotWidth(chartWidth) / categories.length
  const width = Math.min(widthPerBar * BAR_SHARE, MAX_BAR_WIDTH)
  const bars: Bar[] = []
  for (const [categoryIndex, category] of categories.entries()) {
    const centre = toX(categoryIndex, { count: categories.length, width: chartWidth })
    const x = centre - width / 2
    let positiveSum = 0
    let negativeSum = 0
    for (const [seriesIndex, { name, values }] of series.entries()) {
      const value = values[categoryIndex] ?? 0
      if (value === 0) continue
      // The end of the bar that is nearer to 0: on top of the earlier positive bars, or below the negative ones.
      const start = value > 0 ? positiveSum : negativeSum
      const end = start + value
      if (value > 0) positiveSum = end
      else negativeSum = end
      const y = toY(Math.max(start, end))
      const height = toY(Math.min(start, end)) - y
      bars.push({ key: `${category} ${name}`, seriesIndex, x, y, width, height })
    }
  }
  return bars
}

/** The part of the space of a category that its bar takes. The gap between two bars is about half as wide as a bar. */
const BAR_SHARE = 0.68
/** The width of a bar in pixels if there are few bars. */
const MAX_BAR_WIDTH = 48

/** The total heights of the stacked bars of each category: two numbers, upwards and downwards. */
export const stackHeights = ({ categories, series }: ChartSeries): readonly number[] =>
  categories.flatMap((_, categoryIndex) => {
    let positiveSum = 0
    let negativeSum = 0
    for (const { values } of series) {
      const value = values[categoryIndex] ?? 0
      if (value > 0) positiveSum += value
      else negativeSum += value
    }
    return [positiveSum, negativeSum]
  })

/** Minimum width of a label, including the gap to the next. */
const MIN_LABEL_WIDTH = 78

/** The positions with a label: as many as fit, always including the last. */
export function toLabelledIndexes(count: number, width: number): ReadonlySet<number> {
  const maxLabels = Math.floor(plotWidth(width) / MIN_LABEL_WIDTH)
  const step = Math.max(1, Math.ceil(count / maxLabels))
  const labelledIndexes = new Set<number>()
  for (let index = count - 1; index >= 0; index -= step) labelledIndexes.add(index)
  return labelledIndexes
}

/** Average width of a character in the labels' 11 pixel font. */
const CHARACTER_WIDTH = 5.8

/** A name in at most two lines of the given width, broken between words. A line that does not fit ends with '…'. */
export function nameToLines(name: string, width: number): readonly string[] {
  const maxLength = Math.max(4, Math.floor(width / CHARACTER_WIDTH))
  const words = name.split(' ')
  const fitsOnOneLine = (wordCount: number) => words.slice(0, wordCount).join(' ').length <= maxLength
  // The first line has at least one word. The second line has all words that do not fit on the first line.
  let firstLineWords = 1
  while (firstLineWords < words.length && fitsOnOneLine(firstLineWords + 1)) firstLineWords += 1
  const lines = [words.slice(0, firstLineWords).join(' ')]
  if (firstLineWords < words.length) lines.push(words.slice(firstLineWords).join(' '))
  return lines.map((line) => (line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`))
}
