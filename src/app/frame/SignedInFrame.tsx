// The frame for a signed-in user: the response cache, menu, top bar, banners, search.
import { m } from '#words/messages.js'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { applySignInLanguage } from '#flows/access/session.ts'
import { queryClient, refreshOnReconnect } from '#services/server/queries.ts'
import type { Session } from '#services/session/session.ts'
import { Downloads } from './Downloads.tsx'
import { CommandPalette } from '../search/CommandPalette.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { BusyBanner } from './BusyBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import { SideNav } from './SideNav.tsx'
import { TopBar } from './TopBar.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { useShortcuts } from './useShortcuts.ts'
import { useWaitingCounts } from '../alerts/waiting-counts.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const HelpDialog = lazyPart(() => import('../help/HelpDialog.tsx'))

const lockMessage = { title: m.common_draftsAreLocked(), text: m.app_lockedWhileOffline() }

interface FrameProps {
  readonly session: Session
  readonly title: string
  readonly notices: ReactNode
  readonly children: ReactNode
}

export default function SignedInFrame(props: FrameProps) {
  useEffect(refreshOnReconnect, [])
  useEffect(applySignInLanguage, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Frame {...props} />
    </QueryClientProvider>
  )
}

function Frame({ session, title, notices, children }: FrameProps) {
  const [openDialog, setOpenDialog] = useState<'search' | 'menu' | 'keys' | 'help'>()
  const counts = useWaitingCounts()
  const areDraftsLocked = useAreDraftsLocked()
  const { permissions } = session
  useShortcuts(setOpenDialog)
  const closeDialog = () => setOpenDialog(undefined)
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="no-print fixed top-2 inset-s-2 z-70 -translate-y-20 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {m.app_skipToPage()}
      </a>
      <SideNav permissions={permissions} counts={counts} onShowShortcuts={() => setOpenDialog('keys')} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          title={title}
          session={session}
          onMenu={() => setOpenDialog('menu')}
          onSearch={() => setOpenDialog('search')}
          onHelp={() => setOpenDialog('help')}
        />
        {notices}
        <OfflineBanner lockMessage={areDraftsLocked ? lockMessage : undefined} />
        <BusyBanner />
        <UpdatePrompt />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-10">
          {children}
        </main>
        <div className="pointer-events-none sticky bottom-0 z-20">
          <Downloads />
        </div>
      </div>
      <MenuDrawer open={openDialog === 'menu'} onClose={closeDialog} permissions={permissions} counts={counts} />
      <CommandPalette open={openDialog === 'search'} onClose={closeDialog} permissions={permissions} />
      <KeyboardHelp open={openDialog === 'keys'} onClose={closeDialog} />
      {openDialog === 'help' && (
        <Suspense>
          <HelpDialog onClose={closeDialog} />
        </Suspense>
      )}
      <SessionWarning />
      <PasswordPrompt />
    </div>
  )
}
