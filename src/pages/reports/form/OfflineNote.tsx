// A note on a report's page while the server cannot be reached.
import { m } from '#words/messages.js'
import { useConnection } from '#services/server/connection.ts'

export function OfflineNote() {
  const { online } = useConnection()
  return online ? null : <p className="no-print text-muted">{m.reports_reportsNeedServer()}</p>
}
