// Explains why the signed-in user can neither approve nor manage users now: an administrator has changed this user, and
// the change is not confirmed yet.
import { m } from '#words/messages.js'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'

export function ApprovalHoldBanner() {
  const approvalHold = useSession()?.approvalHold
  if (approvalHold === undefined) return null
  return (
    <Banner kind="warning" title={m.common_ownChangeWaiting()}>
      {m.common_fullStop({ text: approvalHold })}
    </Banner>
  )
}
