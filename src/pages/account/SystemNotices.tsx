// Turns system notifications on this device on or off.
import { type SystemNoticeState, useSystemNotices } from '#services/device/system-notices.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import * as say from '#words/pages/account.ts'

export function SystemNotices() {
  const { state, turn } = useSystemNotices()
  return (
    <Checkbox
      label={say.notifyMe}
      hint={hints[state]}
      checked={state === 'on'}
      disabled={state === 'missing' || state === 'refused'}
      onChange={({ target }) => void turn(target.checked)}
    />
  )
}

const hints: Readonly<Record<SystemNoticeState, string>> = {
  on: say.whatIsNotified,
  off: say.whatIsNotified,
  refused: say.notificationsRefused,
  missing: say.noNotifications,
}
