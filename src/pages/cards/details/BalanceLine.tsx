// The balance's line on a canvas. Follows the theme and the width of its panel.
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type BalanceDay, lineOptions } from './balance.ts'

interface BalanceLineProps {
  /** The same array as long as the figures are the same: the chart is made anew for another one. */
  readonly days: readonly BalanceDay[]
  readonly currency: string
  readonly label: string
  readonly onPoint: (index: number | undefined) => void
}

const HEIGHT_PX = 176

export default function BalanceLine({ days, currency, label, onPoint }: BalanceLineProps) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      const stepped = UPlot.paths.stepped?.({ align: 1 })
      if (!stepped) return
      const style = getComputedStyle(element)
      const token = (name: string) => style.getPropertyValue(name).trim()
      const colours = {
        line: token('--accent'),
        fill: `color-mix(in oklab, ${token('--accent')} 12%, transparent)`,
        grid: token('--line'),
        text: token('--muted'),
        font: `12px ${style.fontFamily}`,
      }
      const size = { width: Math.floor(element.clientWidth), height: HEIGHT_PX }
      const options = lineOptions(days, currency, colours, size, stepped, onPoint)
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

  return <div ref={box} role="img" aria-label={label} className="h-44 w-full overflow-hidden" />
}
