// The button. A disabled button can still be focused. Its `disabledReason` appears on hover, focus and tap, and screen
// readers read it out with the name.
import { LoaderCircle } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { type ButtonKind, buttonClasses, type ButtonSize } from './button-classes.ts'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlays/Tooltip.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  /** True while work is in progress. The button then keeps its width, shows a spinner and does nothing. */
  readonly pending?: boolean
  /** Why the button cannot be pressed now. Empty or undefined if it can be pressed. */
  readonly disabledReason?: string | undefined
  readonly icon?: ReactNode
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', size = 'normal', pending = false, disabledReason, icon, ...rest } = props
  const { children, className, onClick, onKeyDown, type = 'button', ...attributes } = rest
  const reasonId = useId()
  const [isReasonShown, setIsReasonShown] = useState(false)
  const isDisabled = Boolean(disabledReason)
  const isBlocked = isDisabled || pending

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isBlocked) return onClick?.(event)
    // Also prevents the form's submit, including by Enter in a field.
    event.preventDefault()
    event.stopPropagation()
    if (isDisabled) setIsReasonShown(true)
  }

  // A held Enter presses a button only once. Otherwise it would also press the button that gets the focus afterwards.
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    onKeyDown?.(event)
  }

  const button = (
    <button
      {...attributes}
      data-kind={kind}
      type={type}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      aria-disabled={isBlocked || undefined}
      aria-busy={pending || undefined}
      aria-describedby={isDisabled ? reasonId : attributes['aria-describedby']}
      className={cx(
        buttonClasses(kind, size),
        isBlocked && 'cursor-not-allowed',
        isDisabled && 'opacity-50',
        className,
      )}
    >
      {pending ? <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" /> : icon}
      {children}
    </button>
  )
  // Enabled buttons are also inside a Tooltip. The element therefore stays the same when the button becomes disabled,
  // and keeps the focus.
  return (
    <>
      <Tooltip text={disabledReason} isDescribed open={isDisabled && isReasonShown} onOpenChange={setIsReasonShown}>
        {button}
      </Tooltip>
      {isDisabled && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  )
}
