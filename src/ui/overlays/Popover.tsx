// A small panel next to its button: filters, column choice, the history of notices.
import * as Radix from '@radix-ui/react-popover'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
  /** 'wide' for lines with buttons. */
  readonly size?: 'normal' | 'wide'
  /** Only needed if the content of the panel can close it. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

export function Popover({ trigger, label, children, size = 'normal', isOpen, onOpenChange }: PopoverProps) {
  const [isOpenByUser, setIsOpenByUser] = useState(false)
  return (
    <Radix.Root open={isOpen ?? isOpenByUser} onOpenChange={onOpenChange ?? setIsOpenByUser}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={cx(
            'z-50 max-h-[min(70vh,var(--radix-popover-content-available-height))] max-w-[calc(100vw-1rem)] animate-rise overflow-auto rounded-lg border border-line bg-raised text-text shadow-overlay focus:outline-none',
            size === 'wide' ? 'w-160 p-2' : 'w-80 p-4',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
