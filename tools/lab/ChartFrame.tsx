// The viewport of a chart: the whole chart scaled to fit, or its full size with the current state in the centre.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { cx } from '#ui/cx.ts'
import type { Drawing } from './chart.ts'

interface ChartFrameProps {
  /** Undefined during the layout. */
  readonly drawing: Drawing | undefined
  readonly current: readonly string[]
  readonly children: ReactNode
}

export function ChartFrame({ drawing, current, children }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [path = ''] = current
  useEffect(() => {
    const state = drawing?.states.find((each) => each.path === path)
    const element = frame.current
    if (!state || !element || isWhole) return
    element.scrollTo?.({
      left: state.x + state.width / 2 - element.clientWidth / 2,
      top: state.y + state.height / 2 - element.clientHeight / 2,
    })
  }, [drawing, path, isWhole])
  if (!drawing) return <p className="p-4 text-muted">The chart is being laid out.</p>
  return (
    <>
      <div className="border-b border-line px-4 py-2">
        <Checkbox label="The whole chart" checked={isWhole} onChange={(event) => setIsWhole(event.target.checked)} />
      </div>
      <div
        ref={frame}
        className={cx('max-h-[36rem] overflow-auto', isWhole && '[&>svg]:h-auto [&>svg]:max-w-full')}
        tabIndex={0}
        role="region"
        aria-label="Picture of the chart"
      >
        {children}
      </div>
    </>
  )
}
