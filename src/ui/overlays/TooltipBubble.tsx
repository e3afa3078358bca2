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

/** Distance between the hint and its control, in px. */
const GAP = 6
/** Least distance between the hint and the edge of the window, in px. */
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

/** Beside the anchor, on the opposite side if there is not enough space, and always within the window. */
function placeBeside(anchor: Rectangle, { width, height }: Rectangle, side: Side): { left: number; top: number } {
  const isHorizontal = side === 'left' || side === 'right'
  const before = isHorizontal ? anchor.left - width - GAP : anchor.top - height - GAP
  const after = isHorizontal ? anchor.left + anchor.width + GAP : anchor.top + anchor.height + GAP
  const availableSpace = isHorizontal ? innerWidth - width : innerHeight - height
  const isPreferredBefore = side === 'top' || side === 'left'
  const fits = isPreferredBefore ? before >= MARGIN : after <= availableSpace - MARGIN
  const isBefore = isPreferredBefore === fits
  const mainPosition = isBefore ? before : after
  const middle = isHorizontal ? anchor.top + (anchor.height - height) / 2 : anchor.left + (anchor.width - width) / 2
  const crossMax = (isHorizontal ? innerHeight - height : innerWidth - width) - MARGIN
  const crossPosition = Math.max(MARGIN, Math.min(crossMax, middle))
  return isHorizontal ? { left: mainPosition, top: crossPosition } : { left: crossPosition, top: mainPosition }
}
