// The state of the connection: a small icon if everything works, text if not.
import { ServerOff, Wifi, WifiOff } from 'lucide-react'
import { useConnection } from '#services/server/connection.ts'
import { cx } from '#ui/cx.ts'
import { Tooltip } from '#ui/overlays/Tooltip.tsx'
import { connectionToText } from './connectionToText.ts'

export function ConnectionMark() {
  const connection = useConnection()
  const text = connectionToText(connection)
  const Icon = connection.online ? Wifi : connection.fault === 'no connection' ? WifiOff : ServerOff
  return (
    <Tooltip text={text} side="bottom">
      <span role="status" tabIndex={0} className="grid size-9 place-items-center rounded-md text-muted">
        <Icon aria-hidden className={cx('size-4', !connection.online && 'text-warning')} />
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  )
}
