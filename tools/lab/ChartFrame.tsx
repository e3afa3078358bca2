// The viewport of a diagram: zoomed, or scaled to fit, with the current state in the centre.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import type { Drawing } from './chart.ts'

interface ChartFrameProps {
  /** Undefined while the layout is computed. */
  readonly drawing: Drawing | undefined
  readonly current: readonly string[]
  readonly children: ReactNode
}

const ZOOM_STEPS = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2]

export function ChartFrame({ drawing, current, children }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<number | 'fit'>(0.85)
  const [path = ''] = current
  useEffect(() => {
    const state = drawing?.states.find((drawnState) => drawnState.path === path)
    const element = frame.current
    if (!state || !element || zoom === 'fit') return
    element.scrollTo?.({
      left: (state.x + state.width / 2) * zoom - element.clientWidth / 2,
      top: (state.y + state.height / 2) * zoom - element.clientHeight / 2,
    })
  }, [drawing, path, zoom])
  if (!drawing) return <p className="p-4 text-muted">The chart is being laid out.</p>
  // From the whole chart, the next steps are near half its size.
  const scale = zoom === 'fit' ? 0.5 : zoom
  const smaller = ZOOM_STEPS.findLast((step) => step < scale - 0.01)
  const larger = ZOOM_STEPS.find((step) => step > scale + 0.01)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2" role="group" aria-label="Zoom">
        <Button size="small" aria-label="Zoom out" onClick={() => setZoom(smaller ?? scale)}>
          −
        </Button>
        <span className="min-w-12 text-center text-sm tabular-nums">
          {zoom === 'fit' ? 'Fits' : `${Math.round(zoom * 100)}%`}
        </span>
        <Button size="small" aria-label="Zoom in" onClick={() => setZoom(larger ?? scale)}>
          +
        </Button>
        <Button size="small" aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')}>
          The whole chart
        </Button>
        <Button size="small" aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
          Full size
        </Button>
      </div>
      <div
        ref={frame}
        className={cx('max-h-[36rem] overflow-auto', zoom === 'fit' && '[&_svg]:h-auto [&_svg]:max-w-full')}
        tabIndex={0}
        role="region"
        aria-label="Picture of the chart"
      >
        <div style={zoom === 'fit' ? undefined : { zoom }}>{children}</div>
      </div>
    </>
  )
}
