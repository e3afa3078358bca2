// The visible hint, positioned beside its control and within the window.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export type Side = 'top' | 'right' | 'bottom' | 'left'

interface BubbleProps {
  readonly id: string
  readonly anchor: Element
  readonly side: Side
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly children: ReactNode
}

const GAP = 6
const MARGIN = 8

export function Bubble({ id, anchor, side, onPointerEnter, onPointerLeave, children }: BubbleProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    const { left, top } = placeBeside(anchor.getBoundingClientRect(), box.current.getBoundingClientRect(), side)
    box.current.style.left = `${left}px`
    box.current.style.top = `${top}px`
  })
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className="pointer-events-auto fixed z-70 w-max max-w-72 animate-appear rounded-md bg-text px-2.5 py-1.5 text-xs text-raised shadow-overlay"
    >
      {children}
    </div>
  )
}

interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Beside the anchor, on the opposite side if there is not enough space, and always within the window. */
function placeBeside(anchor: Rectangle, { width, height }: Rectangle, side: Side): { left: number; top: number } {
  const across = side === 'left' || side === 'right'
  const before = across ? anchor.left - width - GAP : anchor.top - height - GAP
  const after = across ? anchor.left + anchor.width + GAP : anchor.top + anchor.height + GAP
  const room = across ? innerWidth - width : innerHeight - height
  const isPreferredBefore = side === 'top' || side === 'left'
  const main = isPreferredBefore ? (before >= MARGIN ? before : after) : after <= room - MARGIN ? after : before
  const middle = across ? anchor.top + (anchor.height - height) / 2 : anchor.left + (anchor.width - width) / 2
  const limit = (across ? innerHeight - height : innerWidth - width) - MARGIN
  const cross = Math.max(MARGIN, Math.min(limit, middle))
  return across ? { left: main, top: cross } : { left: cross, top: main }
}
