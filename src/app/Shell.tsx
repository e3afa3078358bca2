// What stands around every page: menu, top bar, banners, progress, notices. Without a session only the page itself
// (batches §2: "side navigation appears only for a signed-in user").
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { client } from '#brand/current.ts'
import { usePendingCalls } from '#services/pending.ts'
import { type Session, useSession } from '#services/session.ts'
import { TopProgress } from '#ui/Progress.tsx'
import { CommandPalette, useSearchKeys } from './CommandPalette.tsx'
import { OfflineBanner } from './ConnectionMark.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { NoticeToasts } from './NoticeHistory.tsx'
import { SideNav } from './SideNav.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'
import { TopBar } from './TopBar.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { useWaitingCounts } from './waiting.ts'

interface ShellProps {
  /** The page's own title; the client's where it has none. */
  readonly title: string | undefined
  readonly children: ReactNode
}

export function Shell({ title, children }: ShellProps) {
  const session = useSession()
  const pending = usePendingCalls()
  useEffect(() => {
    document.title = title ? `${title} – ${client.name} ${client.title}` : `${client.name} ${client.title}`
  }, [title])
  return (
    <>
      <TopProgress pending={pending > 0} />
      <NoticeToasts />
      {session ? (
        <SignedInFrame session={session} title={title ?? client.title}>
          {children}
        </SignedInFrame>
      ) : (
        <SignedOutFrame>{children}</SignedOutFrame>
      )}
    </>
  )
}

interface FrameProps {
  readonly session: Session
  readonly title: string
  readonly children: ReactNode
}

function SignedInFrame({ session, title, children }: FrameProps) {
  const [open, setOpen] = useState<'search' | 'menu'>()
  const counts = useWaitingCounts()
  const { permissions } = session
  useSearchKeys(useCallback(() => setOpen('search'), []))
  const close = () => setOpen(undefined)
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <SideNav permissions={permissions} counts={counts} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar title={title} session={session} onMenu={() => setOpen('menu')} onSearch={() => setOpen('search')} />
        <OfflineBanner />
        <UpdatePrompt />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-10">
          {children}
        </main>
      </div>
      <MenuDrawer open={open === 'menu'} onClose={close} permissions={permissions} counts={counts} />
      <CommandPalette open={open === 'search'} onClose={close} permissions={permissions} />
    </div>
  )
}
