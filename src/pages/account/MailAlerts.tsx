// Which emails the user receives, and how often. Each choice is saved immediately. Emails that protect the account
// cannot be turned off.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { type MailAlertType, mailAlertTypes, mailAlerts } from '#domain/access/mail-alerts.ts'
import { hasAnyPermission } from '#domain/access/permissions.ts'
import { setMailAlerts } from '#flows/access/account.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { notify } from '#services/notices.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Panel } from '#ui/Panel.tsx'
import { NotLoaded } from './NotLoaded.tsx'

interface AlertChoice {
  /** The emails that are turned off. */
  readonly off: readonly MailAlertType[]
  /** True if the emails are sent once a day, false if immediately. */
  readonly daily: boolean
}

const DEFAULT_CHOICE: AlertChoice = { off: [], daily: false }

export function MailAlerts() {
  const permissions = useSession()?.permissions ?? {}
  const { data, failure, refresh } = useServerQuery('mailAlerts', {})
  const { online } = useConnection()
  // The user's latest choice since the page was opened, saved or still being saved.
  const [latestChoice, setLatestChoice] = useState<AlertChoice>()
  const { off, daily } = latestChoice ?? data ?? DEFAULT_CHOICE
  const alertTypes = mailAlertTypes.filter((type) => hasAnyPermission(permissions, mailAlerts[type].permissions))
  if (alertTypes.length === 0) return null
  const choose = async (choice: AlertChoice) => {
    setLatestChoice(choice)
    const result = await setMailAlerts(choice)
    if (!result.ok) {
      notify({ kind: 'error', text: m.account_emailsNotChanged({ reason: result.text }) })
      // Shows the server's data again. After a success, the choice stays visible until the user leaves the page.
      setLatestChoice(undefined)
    }
    refresh()
  }
  const toggle = (type: MailAlertType, isOn: boolean) => {
    const otherOff = off.filter((offType) => offType !== type)
    void choose({ off: isOn ? otherOff : [...otherOff, type], daily })
  }
  return (
    <Panel title={m.account_emails()}>
      {data ? (
        <fieldset className="grid gap-2.5">
          <legend className="mb-2.5 text-muted">{m.account_emailMeWhen()}</legend>
          {alertTypes.map((type) => (
            <Checkbox
              key={type}
              label={mailAlerts[type].label}
              checked={!off.includes(type)}
              disabled={!online}
              onChange={({ target }) => toggle(type, target.checked)}
            />
          ))}
          <RadioGroup
            label={m.account_howOften()}
            className="mt-2"
            choices={[
              { value: 'at-once', label: m.account_immediately(), disabled: !online },
              {
                value: 'daily',
                label: m.account_onceADay(),
                hint: m.account_onceADayAt({ time: data.dailyAt, zone: client.timeZoneLabel }),
                disabled: !online,
              },
            ]}
            value={daily ? 'daily' : 'at-once'}
            onChange={(value) => void choose({ off, daily: value === 'daily' })}
          />
          {!online && <p className="text-sm text-muted">{OFFLINE_REASON}</p>}
          <p className="text-sm text-muted">{m.account_emailsAlwaysSent()}</p>
        </fieldset>
      ) : (
        <NotLoaded failure={failure} lines={4} onRetry={refresh} />
      )}
    </Panel>
  )
}
