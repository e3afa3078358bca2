// Whether the system tells on this device what happens while one does something else.
import { type SystemNoticeState, useSystemNotices } from '#services/system-notices.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

export function SystemNotices() {
  const { state, turn } = useSystemNotices()
  return (
    <Checkbox
      label="Notify me on this device when a batch waits for me, or one of mine is approved or rejected"
      hint={hints[state]}
      checked={state === 'on'}
      disabled={state === 'missing' || state === 'refused'}
      onChange={({ target }) => void turn(target.checked)}
    />
  )
}

const HOW = 'While the portal is open in the background. Nothing of a batch or a card is in it.'
const hints: Readonly<Record<SystemNoticeState, string>> = {
  on: HOW,
  off: HOW,
  refused: 'This browser does not allow notifications for the portal. Allow them in the settings of this site first.',
  missing: 'This browser has no notifications.',
}
