// Shows the state of the connection as an icon, with a text for the tooltip and screen readers.
import { ServerOff, Wifi, WifiOff } from 'lucide-react'
import { useConnection } from '#services/server/connection.ts'
import { cx } from '#ui/cx.ts'
import { Tooltip } from '#ui/overlays/Tooltip.tsx'
import { connectionToText } from './connection-text.ts'

export function ConnectionIndicator() {
  const connection = useConnection()
  const text = connectionToText(connection)
  const OfflineIcon = connection.fault === 'no connection' ? WifiOff : ServerOff
  const Icon = connection.online ? Wifi : OfflineIcon
  return (
    <Tooltip text={text} side="bottom">
      <span role="status" tabIndex={0} className="grid size-control place-items-center rounded-md text-muted">
        <Icon aria-hidden className={cx('size-4', !connection.online && 'text-warning')} />
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  )
}
