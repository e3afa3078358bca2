// Turns system notifications on this device on or off, and explains how long they work.
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { turnPush } from '#flows/access/notice-channel.ts'
import { useNoticeChannel } from '#services/device/notice-channel.ts'
import { isPushSupported } from '#services/device/push.ts'
import { type SystemNoticeState, useSystemNotices } from '#services/device/system-notices.ts'
import { notify } from '#services/notices.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import * as say from '#words/pages/account.ts'

export function SystemNotices() {
  const { state, turn } = useSystemNotices()
  const channel = useNoticeChannel()
  const { data } = useServerQuery('noticeSettings', {})
  const hours = data?.hours
  const until = channel && instantToText(new Date(channel.until).toISOString(), client)
  return (
    <div className="grid gap-3">
      <Checkbox
        label={say.notifyMe}
        hint={hints[state] ?? say.whatIsNotified}
        checked={state === 'on'}
        disabled={state === 'missing' || state === 'refused'}
        onChange={({ target }) => void turn(target.checked)}
      />
      {!hints[state] && (
        <p className="ms-6.5 text-sm text-muted">
          {state === 'on' && until !== undefined ? say.noticesWorkUntil(until) : hours && say.noticesWorkFor(hours)}{' '}
          {hours !== undefined && say.noticesAfterSession}
        </p>
      )}
      {state === 'on' && data?.pushKey !== undefined && isPushSupported() && <Push isOn={channel?.isPushed === true} />}
    </div>
  )
}

/** Notifications while the portal is closed. */
function Push({ isOn }: { readonly isOn: boolean }) {
  const { online } = useConnection()
  const [turning, setTurning] = useState<boolean>()
  const choose = async (next: boolean) => {
    setTurning(next)
    const fault = await turnPush(next)
    setTurning(undefined)
    if (fault !== undefined) notify({ kind: 'error', text: fault })
  }
  return (
    <Checkbox
      className="ms-6.5"
      label={say.alsoWhenClosed}
      hint={online ? say.whatPushTells : OFFLINE_REASON}
      checked={turning ?? isOn}
      disabled={!online || turning !== undefined}
      onChange={({ target }) => void choose(target.checked)}
    />
  )
}

/** Why notifications cannot be turned on. */
const hints: Readonly<Partial<Record<SystemNoticeState, string>>> = {
  refused: say.notificationsRefused,
  missing: say.noNotifications,
}
