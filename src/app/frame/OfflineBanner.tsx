// Says that the connection is lost or the server in trouble, since when, and what still works.
import { probeNow, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/app/connection.ts'
import { connectionToText } from './connectionToText.ts'

export function OfflineBanner() {
  const connection = useConnection()
  if (connection.online) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner
        kind="offline"
        title={connectionToText(connection)}
        actions={
          <Button size="small" onClick={() => void probeNow()}>
            {say.tryAgain}
          </Button>
        }
      >
        {say.canKeepEditing(connection.fault)}
      </Banner>
    </div>
  )
}
