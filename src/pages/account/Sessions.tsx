// The user's sessions. The user can end every session except the current one.
import { m } from '#words/messages.js'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { endSession } from '#flows/access/account.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { notify } from '#services/notices.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { NotLoaded } from './NotLoaded.tsx'

export function Sessions() {
  const { data, failure, refresh } = useServerQuery('mySessions', {})
  const { online } = useConnection()
  const [endingId, setEndingId] = useState<string>()
  const endAndReport = async (sessionId: string) => {
    setEndingId(sessionId)
    const result = await endSession(sessionId)
    setEndingId(undefined)
    if (result.ok) notify({ kind: 'success', text: m.account_sessionEnded() })
    else notify({ kind: 'error', text: result.text })
    refresh()
  }
  return (
    <Panel title={m.account_sessions()}>
      <p className="mb-3 text-muted">{m.account_whatSessionsAre()}</p>
      {data ? (
        <ul className="grid divide-y divide-line">
          {data.sessions.map(({ sessionId, device, address = '', startedAt, lastActiveAt, isThis }) => (
            <li key={sessionId} className="flex flex-wrap items-center gap-3 py-2">
              <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{device || m.account_unknownDevice()}</p>
                <p className="text-sm text-muted">
                  {m.account_loggedIn()} <Instant value={startedAt} />
                  {address !== '' && ` ${m.account_fromAddress({ address })}`}
                </p>
                <p className="text-sm text-muted">
                  {m.account_lastActive()} <Instant value={lastActiveAt} />
                </p>
              </div>
              {isThis ? (
                <Badge tone="positive">{m.account_thisSession()}</Badge>
              ) : (
                <Button
                  size="small"
                  pending={endingId === sessionId}
                  aria-label={m.account_endSessionOn({ hasDevice: device === '' ? 'no' : 'yes', device })}
                  disabledReason={online ? undefined : OFFLINE_REASON}
                  onClick={() => void endAndReport(sessionId)}
                >
                  {m.account_endSession()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded failure={failure} lines={2} onRetry={refresh} />
      )}
    </Panel>
  )
}
