// The state of the line: a quiet mark while all is well, words when it is not, and a banner that says what goes on working.
import { Wifi, WifiOff } from 'lucide-react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/columns.ts'
import { probeNow, useConnection } from '#services/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'

export function ConnectionMark() {
  const { online, since } = useConnection()
  const text = online ? 'Connected to the host' : `Offline since ${timeOf(since)}`
  return (
    <Tooltip text={text} side="bottom">
      <span role="status" tabIndex={0} className="grid size-9 place-items-center rounded-md text-muted">
        {online ? <Wifi aria-hidden className="size-4" /> : <WifiOff aria-hidden className="size-4 text-warning" />}
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  )
}

export function OfflineBanner() {
  const { online, since } = useConnection()
  if (online) return null
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner
        kind="offline"
        title={`Offline since ${timeOf(since)}`}
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

const timeOf = (epochMs: number): string => instantToText(new Date(epochMs).toISOString(), client)
