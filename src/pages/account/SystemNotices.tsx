// Turns system notifications on this device on or off, and explains how long they work.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { setPushEnabled } from '#flows/access/notice-channel.ts'
import { useNoticeChannel } from '#services/device/notice-channel.ts'
import { isPushSupported } from '#services/device/push.ts'
import { type SystemNoticeState, useSystemNotices } from '#services/device/system-notices.ts'
import { notify } from '#services/notices.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'

export function SystemNotices() {
  const { state, setEnabled } = useSystemNotices()
  const channel = useNoticeChannel()
  const { data } = useServerQuery('noticeSettings', {})
  const hours = data?.hours
  const isOn = state === 'on'
  const noticesEnd = isOn ? channel?.until : undefined
  const blockedText = blockedTexts[state]
  const canPush = data?.pushKey !== undefined && isPushSupported()
  return (
    <div className="grid gap-3">
      <Checkbox
        label={m.account_notifyOnDevice()}
        hint={blockedText ?? m.account_whatIsNotified()}
        checked={isOn}
        disabled={blockedText !== undefined}
        onChange={({ target }) => void setEnabled(target.checked)}
      />
      {blockedText === undefined && (
        <p className="ms-6.5 text-sm text-muted">
          {noticesEnd !== undefined && endToText(noticesEnd)}
          {noticesEnd === undefined && hours !== undefined && m.account_noticesWorkHours({ hours })}{' '}
          {hours !== undefined && m.account_noticesAfterSession()}
        </p>
      )}
      {isOn && canPush && <PushChoice isOn={channel?.isPushed === true} />}
    </div>
  )
}

const endToText = (end: number): string =>
  m.account_noticesWorkUntil({ until: instantToText(new Date(end).toISOString(), client) })

/** The checkbox for notifications while the portal is closed. */
function PushChoice({ isOn }: { readonly isOn: boolean }) {
  const { online } = useConnection()
  const [pendingChoice, setPendingChoice] = useState<boolean>()
  const choose = async (isEnabled: boolean) => {
    setPendingChoice(isEnabled)
    const error = await setPushEnabled(isEnabled)
    setPendingChoice(undefined)
    if (error !== undefined) notify({ kind: 'error', text: error })
  }
  return (
    <Checkbox
      className="ms-6.5"
      label={m.account_pushWhenClosed()}
      hint={online ? m.account_pushHint() : OFFLINE_REASON}
      checked={pendingChoice ?? isOn}
      disabled={!online || pendingChoice !== undefined}
      onChange={({ target }) => void choose(target.checked)}
    />
  )
}

/** Why notifications cannot be turned on. The other states have no entry. */
const blockedTexts: Readonly<Partial<Record<SystemNoticeState, string>>> = {
  refused: m.account_notificationsRefused(),
  missing: m.account_notificationsUnsupported(),
}
