// Says that the connection is lost or the server in trouble, since when, what still works, and what is locked
// until it is back.
import { refreshUser, useAreDraftsLocked } from '#flows/access/fresh-user.ts'
import { probeNow, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/app/connection.ts'
import { connectionToText } from './connectionToText.ts'

export function OfflineBanner() {
  const connection = useConnection()
  const areLocked = useAreDraftsLocked()
  const { online, fault } = connection
  if (online && !areLocked) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner
        kind="offline"
        title={online ? say.draftsAreLocked : connectionToText(connection)}
        actions={
          <Button size="small" onClick={() => void (online ? refreshUser() : probeNow())}>
            {say.tryAgain}
          </Button>
        }
      >
        {areLocked ? say.lockedUntilServerAnswers : say.canKeepEditing(fault)}
      </Banner>
    </div>
  )
}
