// A short hint beside a control, on hover and on keyboard focus. Never the only place of something a person needs: the
// control itself must be named without it. Written here, not taken from Radix, since every button has one and the
// positioning engine beneath Radix's would be a sixth of the sign-in page.
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
  /** The one control the hint belongs to; passes the handlers it is given on to its element. */
  readonly children: ReactElement<ControlProps>
  readonly side?: Side | undefined
  /** The control reads the hint out by itself already. */
  readonly described?: boolean
  /** Held open from outside, e.g. shown after a tap on a barred button. */
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
/** Long enough to move the pointer onto the hint (WCAG 1.4.13). */
const HIDE_AFTER_MS = 120

export function Tooltip({ text, children, side = 'top', described = false, open, onOpenChange }: TooltipProps) {
  const id = useId()
  const [own, setOwn] = useState(false)
  const [anchor, setAnchor] = useState<Element>()
  const [timer] = useState(createTimer)
  const shown = open ?? own
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

/** One thing to come: starting another forgets it. What is due now is done now. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(what: () => void, afterMs: number) {
      stop()
      if (afterMs === 0) what()
      else timer = setTimeout(what, afterMs)
    },
  }
}
