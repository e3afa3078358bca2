// A card's balance by day, and how its line is drawn.
import type { Options } from 'uplot'
import { type CalendarDate, dateToShortText } from '#domain/dates.ts'
import { cents, type Cents, centsToText } from '#domain/money.ts'

export interface BalanceDay {
  readonly date: CalendarDate
  readonly cents: Cents
}

/** The theme's colours as the canvas needs them. */
export interface LineColours {
  readonly line: string
  readonly fill: string
  readonly grid: string
  readonly text: string
  readonly font: string
}

type Paths = NonNullable<NonNullable<Options['series'][number]['paths']>>

/** uPlot's options. Days are places 0, 1, 2 … on the x axis, so that no date passes through a clock (threats T61). */
export function lineOptions(
  days: readonly BalanceDay[],
  currency: string,
  colours: LineColours,
  size: { readonly width: number; readonly height: number },
  stepped: Paths,
  onPoint: (index: number | undefined) => void,
): Options {
  const axis = { stroke: colours.text, font: colours.font, ticks: { show: false } }
  return {
    ...size,
    padding: [8, 28, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)] },
    scales: {
      x: { time: false, range: [0, Math.max(1, days.length - 1)] },
      y: { range: (_plot, min, max) => [Math.min(0, min), Math.max(max * 1.1, 100)] },
    },
    series: [
      {},
      { label: currency, stroke: colours.line, fill: colours.fill, width: 2, paths: stepped, points: { show: false } },
    ],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: () => [0, 1, 2, 3].map((part) => Math.round(((days.length - 1) * part) / 3)),
        values: (_plot, places) =>
          places.map((place) => (days[place] ? dateToShortText(days[place].date).slice(0, 6) : '')),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: colours.grid, width: 1 },
        label: currency,
        labelFont: colours.font,
        labelSize: 18,
        labelGap: 0,
        values: (_plot, amounts) =>
          amounts.map((amount) => centsToText(cents(Math.round(amount))).replace(/\.00$/, '')),
      },
    ],
  }
}
