// The menu on screens narrower than 900 px. It slides in over the page. It closes when the user chooses a page, presses
// Esc or taps beside it.
import { m } from '#words/messages.js'
import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { BrandMark } from '#ui/BrandMark.tsx'
import { NoticeSlot } from '#ui/overlays/notice-slot.tsx'
import { type MenuCounts, MenuList } from './SideNav.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

interface MenuDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly permissions: PermissionMap
  readonly counts: MenuCounts
}

export function MenuDrawer({ open, onClose, permissions, counts }: MenuDrawerProps) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={(willBeOpen) => {
        if (!willBeOpen) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay lg:hidden" />
        <Radix.Content
          aria-describedby={undefined}
          className="titlebar-above fixed inset-y-0 inset-s-0 z-50 flex w-72 max-w-[85vw] animate-slide flex-col border-e border-line bg-raised shadow-overlay lg:hidden"
        >
          <div className="flex h-14 items-center justify-between px-4">
            <Radix.Title asChild>
              <div>
                <span className="sr-only">{m.app_menuOfPrefix()} </span>
                <BrandMark />
              </div>
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={m.app_closeMenu()} icon={<X aria-hidden />} />
            </Radix.Close>
          </div>
          <nav aria-label={m.app_mainNavigation()} className="flex min-h-0 flex-1 flex-col">
            <MenuList permissions={permissions} counts={counts} onChoose={onClose} />
          </nav>
          <NoticeSlot />
          <div className="flex items-center gap-2 border-t border-line p-2 sm:hidden">
            <ThemeSwitch />
            <span className="text-sm text-muted">{m.common_appearance()}</span>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
