// A short hint beside a control, on hover and on keyboard focus. Never the only place of something a person needs:
// the control itself must be named without it.
import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProps {
  readonly text: ReactNode
  /** The one control the hint belongs to. */
  readonly children: ReactElement
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** Held open or closed from outside, e.g. shown after a tap on a barred button. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

export function Tooltip({ text, children, side = 'top', open, onOpenChange }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={200}>
      <Radix.Root open={open} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-72 animate-appear rounded-md bg-text px-2.5 py-1.5 text-xs text-raised shadow-overlay"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
