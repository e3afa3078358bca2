// A short hint beside a control, on hover and on keyboard focus. The hint is never the only source of information, so
// the control must have a name without it. Radix's tooltip is not used. With its positioning engine it would add 19 KB,
// a sixth of the code of the sign-in page, because every button has a tooltip.
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
import { TooltipBubble, type Side } from './TooltipBubble.tsx'

interface TooltipProps {
  readonly text: ReactNode
  /** The control with the hint. It must pass the handlers on to its element. */
  readonly children: ReactElement<ControlProps>
  readonly side?: Side | undefined
  /** True if screen readers already get the hint from the control itself. */
  readonly isDescribed?: boolean
  /** Given if the caller decides when the hint is visible, e.g. after a tap on a disabled button. */
  readonly open?: boolean | undefined
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
/** Long enough to move the pointer from the control onto the hint (WCAG 1.4.13). */
const HIDE_AFTER_MS = 120

export function Tooltip({ text, children, side = 'top', isDescribed = false, open, onOpenChange }: TooltipProps) {
  const id = useId()
  const [isOpenByUser, setIsOpenByUser] = useState(false)
  const [anchor, setAnchor] = useState<Element>()
  const [timer] = useState(createTimer)
  const isShown = open ?? isOpenByUser
  useEffect(() => timer.stop, [timer])

  const setOpen = onOpenChange ?? setIsOpenByUser
  const showAfter = (ms: number) => timer.start(() => setOpen(true), ms)
  const hideAfter = (ms: number) => timer.start(() => setOpen(false), ms)
  const controlProps = children.props
  const describesControl = isShown && !isDescribed
  const control = cloneElement(children, {
    'aria-describedby': describesControl ? id : controlProps['aria-describedby'],
    onPointerEnter: (event) => {
      controlProps.onPointerEnter?.(event)
      setAnchor(event.currentTarget)
      if (event.pointerType !== 'touch') showAfter(SHOW_AFTER_MS)
    },
    onPointerLeave: (event) => {
      controlProps.onPointerLeave?.(event)
      hideAfter(HIDE_AFTER_MS)
    },
    onPointerDown: (event) => {
      controlProps.onPointerDown?.(event)
      hideAfter(0)
    },
    onFocus: (event) => {
      controlProps.onFocus?.(event)
      setAnchor(event.currentTarget)
      if ((event.currentTarget as Element).matches(':focus-visible')) showAfter(0)
    },
    onBlur: (event) => {
      controlProps.onBlur?.(event)
      hideAfter(0)
    },
    onKeyDown: (event) => {
      controlProps.onKeyDown?.(event)
      if (event.key === 'Escape' && isShown) hideAfter(0)
    },
  })
  return (
    <>
      {control}
      {isShown &&
        anchor?.isConnected &&
        createPortal(
          <TooltipBubble
            id={id}
            anchor={anchor}
            side={side}
            onPointerEnter={() => showAfter(0)}
            onPointerLeave={() => hideAfter(HIDE_AFTER_MS)}
          >
            {text}
          </TooltipBubble>,
          document.body,
        )}
    </>
  )
}

/** Runs one callback after a delay, or immediately without a delay. Starting another callback cancels the first. */
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
