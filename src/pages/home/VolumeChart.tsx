// The bars of the load volume on a canvas. Follows the theme and the width of its panel.
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartColours, chartOptions, type VolumeDay } from './volume.ts'

interface VolumeChartProps {
  /** The same array as long as the figures are the same: the chart is made anew for another one. */
  readonly days: readonly VolumeDay[]
  readonly currency: string
  /** What the picture is, for those who cannot see it. */
  readonly label: string
  /** The day under the pointer, undefined for none. */
  readonly onPoint: (index: number | undefined) => void
}

const HEIGHT_PX = 224

export default function VolumeChart({ days, currency, label, onPoint }: VolumeChartProps) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      const bars = UPlot.paths.bars?.({ size: [0.62, 44], radius: 0.12 })
      if (!bars) return
      const size = { width: Math.floor(element.clientWidth), height: HEIGHT_PX }
      const options = chartOptions(days, currency, coloursOf(element), size, { bars }, onPoint)
      plot = new UPlot(options, [days.map((_, index) => index), days.map((day) => day.cents)], element)
    }
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    let width = 0
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      draw()
    })
    sizes.observe(element)
    return () => {
      themes.disconnect()
      sizes.disconnect()
      plot?.destroy()
    }
  }, [days, currency, onPoint])

  return <div ref={box} role="img" aria-label={label} className="h-56 w-full overflow-hidden" />
}

function coloursOf(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return { bar: token('--accent'), grid: token('--line'), text: token('--muted'), font: `12px ${style.fontFamily}` }
}
