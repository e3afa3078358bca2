// A note on a report's page while the server cannot be reached.
import { useConnection } from '#services/server/connection.ts'
import { NEEDS_SERVER } from '../words.ts'

export function OfflineNote() {
  const { online } = useConnection()
  return online ? null : <p className="no-print text-muted">{NEEDS_SERVER}</p>
}
