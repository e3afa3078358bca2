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

/** The start and the length of the anchor on one axis, the length of the hint, and the length of the window, in px. */
interface Axis {
  readonly start: number
  readonly length: number
  readonly hintLength: number
  readonly windowLength: number
}

/** Beside the anchor. If there is not enough space, on the opposite side. Always within the window. */
function placeBeside(anchor: Rectangle, { width, height }: Rectangle, side: Side): { left: number; top: number } {
  const x: Axis = { start: anchor.left, length: anchor.width, hintLength: width, windowLength: innerWidth }
  const y: Axis = { start: anchor.top, length: anchor.height, hintLength: height, windowLength: innerHeight }
  switch (side) {
    case 'left':
      return { left: besideAnchor(x, { isBefore: true }), top: centredOnAnchor(y) }
    case 'right':
      return { left: besideAnchor(x, { isBefore: false }), top: centredOnAnchor(y) }
    case 'top':
      return { left: centredOnAnchor(x), top: besideAnchor(y, { isBefore: true }) }
    case 'bottom':
      return { left: centredOnAnchor(x), top: besideAnchor(y, { isBefore: false }) }
  }
}

/** `isBefore`: true to the left of the anchor or above it, false to the right or below. */
function besideAnchor(
  { start, length, hintLength, windowLength }: Axis,
  { isBefore }: { readonly isBefore: boolean },
): number {
  const before = start - hintLength - GAP
  const after = start + length + GAP
  if (isBefore) return before >= MARGIN ? before : after
  const lastFitting = windowLength - hintLength - MARGIN
  return after <= lastFitting ? after : before
}

function centredOnAnchor({ start, length, hintLength, windowLength }: Axis): number {
  const centred = start + (length - hintLength) / 2
  const lastFitting = windowLength - hintLength - MARGIN
  return Math.max(MARGIN, Math.min(lastFitting, centred))
}
