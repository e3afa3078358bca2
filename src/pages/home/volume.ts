// A day of the load volume, and how its chart is drawn: bars by day, amounts in minor units, words on the axes.
import type { Options } from 'uplot'
import { type CalendarDate, dateToShortText } from '#domain/dates.ts'
import { cents, type Cents, centsToText } from '#domain/money.ts'

export interface VolumeDay {
  readonly date: CalendarDate
  readonly cents: Cents
  readonly count: number
}

/** The theme's colours as the canvas needs them. */
export interface ChartColours {
  readonly bar: string
  readonly grid: string
  readonly text: string
  readonly font: string
}

type Builders = { readonly bars: NonNullable<NonNullable<Options['series'][number]['paths']>> }

/** uPlot's options. Days are places 0, 1, 2 … on the x axis, so that no date passes through a clock (threats T61). */
export function chartOptions(
  days: readonly VolumeDay[],
  currency: string,
  colours: ChartColours,
  size: { readonly width: number; readonly height: number },
  { bars }: Builders,
  onPoint: (index: number | undefined) => void,
): Options {
  const axis = { stroke: colours.text, font: colours.font, ticks: { show: false } }
  return {
    ...size,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)] },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.08, 100)] },
    },
    series: [
      {},
      { label: currency, fill: colours.bar, stroke: colours.bar, width: 0, paths: bars, points: { show: false } },
    ],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: () => labelled(days.length, size.width),
        values: (_plot, places) => places.map((place) => shortDay(days[place]?.date)),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: colours.grid, width: 1 },
        label: currency,
        labelFont: colours.font,
        labelSize: 18,
        labelGap: 0,
        values: (_plot, amounts) => amounts.map(shortAmount),
      },
    ],
  }
}

/** Every day where there is room for its name, else every second or third, the last one always. */
export function labelled(days: number, widthPx: number): number[] {
  const step = Math.max(1, Math.ceil((days * 52) / Math.max(1, widthPx - 100)))
  return Array.from({ length: days }, (_, index) => index).filter((index) => (days - 1 - index) % step === 0)
}

/** '2026-03-04' → '04 Mar'. */
const shortDay = (date: CalendarDate | undefined): string => (date ? dateToShortText(date).slice(0, 6) : '')

/** 1250000 → '12,500': whole units on the axis; the figures with cents stand above and in the table. */
const shortAmount = (amount: number): string => centsToText(cents(Math.round(amount))).replace(/\.00$/, '')
