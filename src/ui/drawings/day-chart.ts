// The uPlot options of a chart of amounts by day: bars for the amounts of a day, steps for the balance at its end.
import { getLocale } from '#words/runtime.js'
import { isolated } from '#words/figures.ts'
import type { Options, Series } from 'uplot'
import { type CalendarDate, dateToDayMonthText } from '#domain/calendar.ts'
import { cents, type Cents, centsToText } from '#domain/money.ts'

export interface DayAmount {
  readonly date: CalendarDate
  readonly cents: Cents
}

export type DayShape = 'bars' | 'steps'

/** The theme's colours for the canvas. */
export interface ChartColours {
  readonly line: string
  readonly fill: string
  readonly grid: string
  readonly text: string
  readonly font: string
}

export interface ChartInput {
  readonly shape: DayShape
  readonly days: readonly DayAmount[]
  readonly currency: string
  readonly colours: ChartColours
  /** Draws the shape. Passed in, because uPlot's path builders exist only in a browser. */
  readonly paths: Series['paths']
  readonly width: number
  readonly height: number
  /** Called with the index of the day under the pointer, or undefined. */
  readonly onHover: (index: number | undefined) => void
}

/** The x axis has the positions 0, 1, 2 … for the days, so that no date depends on a clock or a time zone. */
export function chartOptions(chart: ChartInput): Options {
  const { shape, days, currency, colours, paths, width, height, onHover } = chart
  const axis = { stroke: colours.text, font: colours.font, ticks: { show: false } }
  const { rightPadding, xRange, yRange, series } = shapes[shape](colours)
  return {
    width,
    height,
    padding: [8, rightPadding, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    hooks: { setCursor: [(plot) => onHover(plot.cursor.idx ?? undefined)] },
    scales: { x: { time: false, range: xRange(days.length) }, y: { range: (_plot, min, max) => yRange(min, max) } },
    // The first series is the x axis, which needs no options.
    series: [{}, { label: currency, points: { show: false }, ...series, ...(paths ? { paths } : {}) }],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: () => labelledDayIndexes(days.length, width),
        values: (_plot, indexes) => indexes.map((index) => shortDay(days[index]?.date)),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: colours.grid, width: 1 },
        label: currency,
        labelFont: colours.font,
        labelSize: 18,
        labelGap: 0,
        // Isolated, so that a minus sign stays before its amount in Arabic.
        values: (_plot, amounts) => amounts.map((amount) => isolated(shortAmount(amount))),
      },
    ],
  }
}

interface Shape {
  /** Space at the right, in pixels, for the name of the last day. */
  readonly rightPadding: number
  /** The range of the x axis, in days. */
  readonly xRange: (dayCount: number) => [number, number]
  /** The range of the y axis, in cents. */
  readonly yRange: (min: number, max: number) => [number, number]
  readonly series: Series
}

/** The y axis reaches at least this amount, so that a chart with only zeros has some height. */
const MIN_CENTS = 100

const shapes: Readonly<Record<DayShape, (colours: ChartColours) => Shape>> = {
  bars: ({ line }) => ({
    rightPadding: 18,
    // Each bar is centred on its day, so the axis starts 0.6 days before the first day and ends 0.6 days after the
    // last.
    xRange: (dayCount) => [-0.6, dayCount - 0.4],
    yRange: (_min, max) => [0, Math.max(max * 1.08, MIN_CENTS)],
    series: { fill: line, stroke: line, width: 0 },
  }),
  steps: ({ line, fill }) => ({
    rightPadding: 28,
    // A single day has no width, so the axis ends one day later.
    xRange: (dayCount) => [0, Math.max(1, dayCount - 1)],
    yRange: (min, max) => [Math.min(0, min), Math.max(max * 1.1, MIN_CENTS)],
    series: { fill, stroke: line, width: 2 },
  }),
}

/**
 * The indexes of the days that have a label. If not all labels fit, only every second, third … day has a label. The last
 * day always has a label.
 */
export function labelledDayIndexes(dayCount: number, widthPx: number): number[] {
  const labelPx = getLocale() === 'ar' ? ARABIC_LABEL_PX : LABEL_PX
  const axisPx = Math.max(1, widthPx - Y_AXIS_PX)
  const step = Math.max(1, Math.ceil((dayCount * labelPx) / axisPx))
  const lastIndex = dayCount - 1
  return Array.from({ length: dayCount }, (_, index) => index).filter((index) => (lastIndex - index) % step === 0)
}

/** About the width of the y axis and the padding. */
const Y_AXIS_PX = 100
/** The width of a label with the gap beside it. The widest labels are the Chinese ones. */
const LABEL_PX = 57
/** Arabic labels are wider, because Arabic has no short names of months. */
const ARABIC_LABEL_PX = 72

/** '2026-03-04' → '04 Mar'. */
const shortDay = (date: CalendarDate | undefined): string => (date ? dateToDayMonthText(date) : '')

/** 1250000 → '12,500'. The axis shows whole units. Exact figures are above the chart and in the table. */
const shortAmount = (amount: number): string => centsToText(cents(Math.round(amount))).replace(/\.00$/, '')
