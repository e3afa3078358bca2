// The state of the line: a quiet mark while all is well, words when it is not.
import { Wifi, WifiOff } from 'lucide-react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/columns.ts'
import { useConnection } from '#services/connection.ts'
import { Tooltip } from '#ui/Tooltip.tsx'

export function ConnectionMark() {
  const { online, since } = useConnection()
  const text = online
    ? 'Connected to the host'
    : `Offline since ${instantToText(new Date(since).toISOString(), client)}`
  return (
    <Tooltip text={text} side="bottom">
      <span role="status" tabIndex={0} className="grid size-9 place-items-center rounded-md text-muted">
        {online ? <Wifi aria-hidden className="size-4" /> : <WifiOff aria-hidden className="size-4 text-warning" />}
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  )
}
