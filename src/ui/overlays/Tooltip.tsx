// A short hint beside a control, on hover and on keyboard focus. Never the only source of information: the control must
// have a name without it. Not from Radix, since every button has a tooltip, and Radix's positioning engine would be a
// sixth of the sign-in page.
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Bubble, type Side } from './TooltipBubble.tsx'

interface TooltipProps {
  readonly text: ReactNode
  /** The control with the hint; it must pass the handlers on to its element. */
  readonly children: ReactElement<ControlProps>
  readonly side?: Side | undefined
  /** The control already reads the hint out to screen readers. */
  readonly described?: boolean
  /** Opened by the caller, e.g. after a tap on a disabled button. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

interface ControlProps {
  readonly 'aria-describedby'?: string | undefined
  readonly onPointerEnter?: ((event: PointerEvent<never>) => void) | undefined
  readonly onPointerLeave?: ((event: PointerEvent<never>) => void) | undefined
  readonly onPointerDown?: ((event: PointerEvent<never>) => void) | undefined
  readonly onFocus?: ((event: FocusEvent<never>) => void) | undefined
  readonly onBlur?: ((event: FocusEvent<never>) => void) | undefined
  readonly onKeyDown?: ((event: KeyboardEvent<never>) => void) | undefined
}

const SHOW_AFTER_MS = 300
/** Enough time to move the pointer onto the hint (WCAG 1.4.13). */
const HIDE_AFTER_MS = 120

export function Tooltip({ text, children, side = 'top', described = false, open, onOpenChange }: TooltipProps) {
  const id = useId()
  const [ownOpen, setOwn] = useState(false)
  const [anchor, setAnchor] = useState<Element>()
  const [timer] = useState(createTimer)
  const shown = open ?? ownOpen
  useEffect(() => timer.stop, [timer])

  const turn = (next: boolean, afterMs: number) => timer.start(() => (onOpenChange ?? setOwn)(next), afterMs)
  const given = children.props
  const control = cloneElement(children, {
    'aria-describedby': shown && !described ? id : given['aria-describedby'],
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event)
      setAnchor(event.currentTarget)
      if (event.pointerType !== 'touch') turn(true, SHOW_AFTER_MS)
    },
    onPointerLeave: (event) => {
      given.onPointerLeave?.(event)
      turn(false, HIDE_AFTER_MS)
    },
    onPointerDown: (event) => {
      given.onPointerDown?.(event)
      turn(false, 0)
    },
    onFocus: (event) => {
      given.onFocus?.(event)
      setAnchor(event.currentTarget)
      if ((event.currentTarget as Element).matches(':focus-visible')) turn(true, 0)
    },
    onBlur: (event) => {
      given.onBlur?.(event)
      turn(false, 0)
    },
    onKeyDown: (event) => {
      given.onKeyDown?.(event)
      if (event.key === 'Escape' && shown) turn(false, 0)
    },
  })
  return (
    <>
      {control}
      {shown &&
        anchor?.isConnected &&
        createPortal(
          <Bubble
            id={id}
            anchor={anchor}
            side={side}
            onPointerEnter={() => turn(true, 0)}
            onPointerLeave={() => turn(false, HIDE_AFTER_MS)}
          >
            {text}
          </Bubble>,
          document.body,
        )}
    </>
  )
}

/** One pending action: starting another cancels it; an action without delay runs immediately. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(callback: () => void, afterMs: number) {
      stop()
      if (afterMs === 0) callback()
      else timer = setTimeout(callback, afterMs)
    },
  }
}
