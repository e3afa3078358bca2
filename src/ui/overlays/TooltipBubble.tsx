// The visible hint, positioned beside its control and within the window.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export type Side = 'top' | 'right' | 'bottom' | 'left'

interface TooltipBubbleProps {
  readonly id: string
  readonly anchor: Element
  readonly side: Side
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly children: ReactNode
}

/** The distance between the hint and its control, in px. */
const GAP = 6
/** The minimum distance between the hint and the edge of the window, in px. */
const MARGIN = 8

export function TooltipBubble({ id, anchor, side, onPointerEnter, onPointerLeave, children }: TooltipBubbleProps) {
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

/** The position of the hint: beside the anchor or, if there is not enough space, on the opposite side. */
function placeBeside(anchor: Rectangle, { width, height }: Rectangle, side: Side): { left: number; top: number } {
  const lastLeft = innerWidth - width - MARGIN
  const lastTop = innerHeight - height - MARGIN
  const leftOf = anchor.left - width - GAP
  const rightOf = anchor.left + anchor.width + GAP
  const above = anchor.top - height - GAP
  const below = anchor.top + anchor.height + GAP
  const centredLeft = Math.max(MARGIN, Math.min(lastLeft, anchor.left + (anchor.width - width) / 2))
  const centredTop = Math.max(MARGIN, Math.min(lastTop, anchor.top + (anchor.height - height) / 2))
  switch (side) {
    case 'left':
      return { left: leftOf >= MARGIN ? leftOf : rightOf, top: centredTop }
    case 'right':
      return { left: rightOf <= lastLeft ? rightOf : leftOf, top: centredTop }
    case 'top':
      return { left: centredLeft, top: above >= MARGIN ? above : below }
    case 'bottom':
      return { left: centredLeft, top: below <= lastTop ? below : above }
  }
}
