// Why the user who is signed in cannot approve or manage users now: an administrator has changed the user, and nobody has confirmed it.
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import * as say from '#words/pages/shared.ts'

export function HoldBanner() {
  const hold = useSession()?.approvalHold
  if (hold === undefined) return null
  return (
    <Banner kind="warning" title={say.changeOfYouWaits}>
      {hold}.
    </Banner>
  )
}
