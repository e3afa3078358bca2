// A small panel next to its button: filters, column choice, the history of notices.
import * as Radix from '@radix-ui/react-popover'
import type { ReactElement, ReactNode } from 'react'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
}

export function Popover({ trigger, label, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="z-50 max-h-[min(70vh,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-1rem)] animate-rise overflow-auto rounded-lg border border-line bg-raised p-4 text-text shadow-overlay focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
