// Says that the line is down, since when, and what goes on working.
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/columns.ts'
import { probeNow, useConnection } from '#services/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

export function OfflineBanner() {
  const { online, since } = useConnection()
  if (online) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner
        kind="offline"
        title={`Offline since ${instantToText(new Date(since).toISOString(), client)}`}
        actions={
          <Button size="small" onClick={() => void probeNow()}>
            Try again
          </Button>
        }
      >
        What needs the host waits until the connection is back. Files can still be read and corrected on this machine.
      </Banner>
    </div>
  )
}
