// A button that opens the drafts of this device with a passkey. Shown only to users who have turned this on, while the
// server cannot send the draft key.
import { m } from '#words/messages.js'
import { unlockDrafts, useHasOfflineUnlock } from '#flows/access/offline-unlock.ts'
import { notify } from '#services/notices.ts'
import { Button } from '#ui/buttons/Button.tsx'

export default function UnlockButton() {
  const hasUnlock = useHasOfflineUnlock()
  if (!hasUnlock) return null
  const unlock = async () => {
    const error = await unlockDrafts()
    if (error !== undefined) notify({ kind: 'error', text: error })
  }
  return (
    <Button size="small" kind="primary" onClick={() => void unlock()}>
      {m.app_unlockWithPasskey()}
    </Button>
  )
}
