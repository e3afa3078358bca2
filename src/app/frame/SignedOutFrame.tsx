// The frame of pages without a session: only the brand and the page.
import { type ReactNode, Suspense } from 'react'
import { m } from '#words/messages.js'
import { BrandMark } from '#ui/BrandMark.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LanguageSelect } from './LanguageSelect.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

// Only needed with a service worker. Loaded late, because the sign-in page must be small.
const UpdatePrompt = lazyPart(async () => {
  await navigator.serviceWorker.ready
  const { UpdatePrompt: component } = await import('./UpdatePrompt.tsx')
  return { default: component }
})

interface FrameProps {
  readonly notices: ReactNode
  readonly children: ReactNode
}

export function SignedOutFrame({ notices, children }: FrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="titlebar titlebar-begins flex h-14 items-center gap-3 px-4 sm:px-6">
        <BrandMark />
        {/* A phone has no room for the title beside the language select. */}
        <span className="flex-1 border-line text-muted sm:border-s sm:ps-3">
          <span className="max-sm:sr-only">{m.common_clientPortal()}</span>
        </span>
        <LanguageSelect />
        <ThemeToggle />
      </header>
      {notices}
      <OfflineBanner isSignedOut />
      {'serviceWorker' in navigator && (
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="grid flex-1 content-start py-[8vh]">
        {children}
      </main>
    </div>
  )
}
