// A canvas chart of amounts by day. Follows the theme and the width of its panel. Import it with `lazy`.
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartColours, chartOptions, type DayAmount, type DayShape } from './day-chart.ts'
import { cx } from '../cx.ts'

interface DayChartProps {
  readonly shape: DayShape
  /** A new array redraws the chart, so pass the same array while the figures are the same. */
  readonly days: readonly DayAmount[]
  readonly currency: string
  /** A text alternative for screen readers. */
  readonly label: string
  /** Called with the index of the day under the pointer, or undefined. */
  readonly onHover: (index: number | undefined) => void
  readonly height: keyof typeof heights
}

const pathBuilders = {
  // A bar takes 62 % of the width of its day, at most 44 px.
  bars: () => UPlot.paths.bars?.({ size: [0.62, 44], radius: 0.12 }),
  // A step goes from its day to the next day.
  steps: () => UPlot.paths.stepped?.({ align: 1 }),
}

const heights = {
  low: { px: 176, classes: 'h-44' },
  high: { px: 224, classes: 'h-56' },
} as const

export default function DayChart({ shape, days, currency, label, onHover, height }: DayChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const { px, classes } = heights[height]

  useEffect(() => {
    const element = box.current
    if (!element) return
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      const width = Math.floor(element.clientWidth)
      const colours = coloursOf(element)
      const paths = pathBuilders[shape]()
      const options = chartOptions({ shape, days, currency, colours, paths, width, height: px, onHover })
      plot = new UPlot(options, [days.map((_, index) => index), days.map((day) => day.cents)], element)
      // The chart runs from left to right, but a label such as '15 نوفمبر' has the direction of its language.
      plot.ctx.canvas.dir = document.dir
    }
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    let drawnWidth = 0
    const sizeObserver = new ResizeObserver(() => {
      if (element.clientWidth === drawnWidth) return
      drawnWidth = element.clientWidth
      draw()
    })
    sizeObserver.observe(element)
    return () => {
      themeObserver.disconnect()
      sizeObserver.disconnect()
      plot?.destroy()
    }
  }, [shape, days, currency, onHover, px])

  // Days run from left to right in every language.
  return <div ref={box} dir="ltr" role="img" aria-label={label} className={cx('w-full overflow-hidden', classes)} />
}

function coloursOf(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const line = token('--accent')
  return {
    line,
    fill: `color-mix(in oklab, ${line} 12%, transparent)`,
    grid: token('--line'),
    text: token('--muted'),
    font: `12px ${style.fontFamily}`,
  }
}
