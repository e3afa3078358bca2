// The frame of every page: progress, notices, and separate frames for signed-in and signed-out users. Only signed-in
// users see the side navigation. Larger components load after the sign-in page, which must be small.
import { type ReactNode, Suspense, useEffect } from 'react'
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { useNotices } from '#services/notices.ts'
import { usePendingCalls } from '#services/server/pending.ts'
import { useSession } from '#services/session/session.ts'
import { NoticeRegion } from '#ui/overlays/NoticeRegion.tsx'
import { TopProgress } from '#ui/TopProgress.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { SignedOutFrame } from './SignedOutFrame.tsx'

const SignedInFrame = lazyPart(() => import('./SignedInFrame.tsx'))
const NoticeToasts = lazyPart(() => import('./NoticeToasts.tsx'))
const SandboxBanner = lazyPart(() => import('./SandboxBanner.tsx'))

interface ShellProps {
  /** The title of the page. If undefined, the signed-in frame shows "Client Portal". */
  readonly title: string | undefined
  readonly children: ReactNode
}

export function Shell({ title, children }: ShellProps) {
  const session = useSession()
  useEffect(() => {
    const portal = m.common_portalOf({ client: client.name })
    document.title = title ? `${title} – ${portal}` : portal
  }, [title])
  // The progress is inside the page's landmark, because users who go from landmark to landmark miss everything outside.
  const page = (
    <>
      <CallProgress />
      {children}
    </>
  )
  const notices = (
    <>
      {client.isSandbox && (
        <Suspense>
          <SandboxBanner />
        </Suspense>
      )}
      <NoticeRegion>
        <Notices />
      </NoticeRegion>
    </>
  )
  if (!session) return <SignedOutFrame notices={notices}>{page}</SignedOutFrame>
  return (
    <Suspense
      fallback={
        <main>
          <TopProgress pending />
        </main>
      }
    >
      <SignedInFrame session={session} title={title ?? m.common_clientPortal()} notices={notices}>
        {page}
      </SignedInFrame>
    </Suspense>
  )
}

// A separate component, like `Notices`, so that a call or a notice does not render the whole frame again.
function CallProgress() {
  return <TopProgress pending={usePendingCalls() > 0} />
}

function Notices() {
  const hasNotices = useNotices().history.length > 0
  if (!hasNotices) return null
  return (
    <Suspense>
      <NoticeToasts />
    </Suspense>
  )
}
