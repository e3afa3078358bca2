// Shown while the connection is lost or the server has a problem. Says since when, what still works, and what is
// locked.
import { m } from '#words/messages.js'
import { Suspense } from 'react'
import { refreshUser } from '#flows/access/fresh-user.ts'
import { probeNow, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { connectionToText } from './connection-text.ts'

// Loaded on demand, because the sign-in page must be small and never shows this button.
const UnlockButton = lazyPart(() => import('./UnlockButton.tsx'))

interface OfflineBannerProps {
  /** For pages without a session, where no data on this device can be opened. */
  readonly isSignedOut?: boolean
  /** Why the data on this device cannot be opened. Undefined if it can be opened. */
  readonly lockMessage?: { readonly title: string; readonly text: string } | undefined
}

export function OfflineBanner({ lockMessage, isSignedOut = false }: OfflineBannerProps) {
  const connection = useConnection()
  const { online, fault = '' } = connection
  if (online && !lockMessage) return null
  const title = online ? lockMessage?.title : connectionToText(connection)
  const faultText = isSignedOut ? m.app_cannotLogIn({ fault }) : m.app_canKeepEditing({ fault })
  const tryAgain = () => {
    if (online) void refreshUser()
    else void probeNow()
  }
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner
        kind="offline"
        title={title}
        actions={
          <>
            {lockMessage && (
              <Suspense>
                <UnlockButton />
              </Suspense>
            )}
            <Button size="small" onClick={tryAgain}>
              {m.common_tryAgain()}
            </Button>
          </>
        }
      >
        {lockMessage ? lockMessage.text : faultText}
      </Banner>
    </div>
  )
}
