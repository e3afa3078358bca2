// Explains why the signed-in user cannot approve or manage users now: an administrator has changed this user, and the
// change is not confirmed yet.
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
