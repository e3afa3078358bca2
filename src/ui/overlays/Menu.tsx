// A button that opens a list of actions, e.g. for a row or for the account. A disabled action stays in the list and
// says why it is disabled.
import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabledReason?: string | undefined
  /** True to begin another group of actions, with a separator above this item. */
  readonly separated?: boolean
}

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  /** Accessible name of the list, if the trigger's name is not sufficient. */
  readonly label?: string
  /** A heading that cannot be selected, e.g. the username. */
  readonly header?: ReactNode
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, label, header, items, align = 'end' }: MenuProps) {
  return (
    <Radix.Root dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="z-50 min-w-48 animate-rise rounded-lg border border-line bg-raised p-1 text-text shadow-overlay"
        >
          {header && <div className="border-b border-line px-2.5 pt-1.5 pb-2.5 text-sm text-muted">{header}</div>}
          {items.map((item) => (
            <div key={item.label}>
              {item.separated && <Radix.Separator className="my-1 h-px bg-line" />}
              <Radix.Item
                aria-disabled={item.disabledReason ? true : undefined}
                onSelect={(event) => {
                  // A disabled item can be focused and keeps the menu open, so that the user can read the reason. That
                  // is why it is not disabled for Radix, which would skip it.
                  if (item.disabledReason) event.preventDefault()
                  else item.onSelect()
                }}
                className={cx(
                  'flex min-h-[calc(var(--control)*1.5-1.375rem)] cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-base outline-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0',
                  item.danger && 'text-critical',
                  Boolean(item.disabledReason) && 'cursor-not-allowed text-muted',
                )}
              >
                {item.icon}
                <span>
                  {item.label}
                  {item.disabledReason && <span className="block text-xs">{item.disabledReason}</span>}
                </span>
              </Radix.Item>
            </div>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
