// Which e-mails the user gets; each tick is saved immediately. E-mails that protect the account cannot be turned off.
import { useState } from 'react'
import { type MailAlertKind, mailAlertKinds, mailAlerts } from '#domain/access/mail-alerts.ts'
import { hasOneOf } from '#domain/access/permissions.ts'
import { setMailAlerts } from '#flows/access/account.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { notify } from '#services/notices.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Panel } from '#ui/Panel.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import * as say from '#words/pages/account.ts'

export function MailAlerts() {
  const permissions = useSession()?.permissions ?? {}
  const { data, failure, refresh } = useServerQuery('mailAlerts', {})
  const { online } = useConnection()
  // Ticks that are being saved.
  const [chosen, setChosen] = useState<readonly MailAlertKind[]>()
  const off = chosen ?? data?.off ?? []
  const kinds = mailAlertKinds.filter((kind) => hasOneOf(permissions, mailAlerts[kind].permissions))
  if (kinds.length === 0) return null
  const choose = async (kind: MailAlertKind, isOn: boolean) => {
    const next = isOn ? off.filter((other) => other !== kind) : [...off, kind]
    setChosen(next)
    const set = await setMailAlerts(next)
    if (!set.ok) notify({ kind: 'error', text: say.emailsNotChanged(set.text) })
    // The user's tick stays visible; the server's answer comes with the next visit.
    if (!set.ok) setChosen(undefined)
    refresh()
  }
  return (
    <Panel title={say.emails}>
      {data ? (
        <fieldset className="grid gap-2.5">
          <legend className="mb-2.5 text-muted">{say.emailMeWhen}</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={mailAlerts[kind].label}
              checked={!off.includes(kind)}
              disabled={!online}
              onChange={({ target }) => void choose(kind, target.checked)}
            />
          ))}
          {!online && <p className="text-sm text-muted">{OFFLINE_REASON}</p>}
          <p className="text-sm text-muted">{say.emailsAlwaysSent}</p>
        </fieldset>
      ) : (
        <NotLoaded failure={failure} lines={4} onRetry={refresh} />
      )}
    </Panel>
  )
}
