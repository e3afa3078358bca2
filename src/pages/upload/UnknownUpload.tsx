// Shown if rows were sent and their result is not known. The user can send the rows again, or leave them in the drafts and
// submit other rows.
import { m } from '#words/messages.js'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { areas } from '#flows/pending-changes/change-types.ts'
import { canResend } from '#flows/pending-changes/send.ts'
import { PendingChangeBanner } from '#pages/shared/pending-changes/PendingChangeBanner.tsx'
import { Button } from '#ui/buttons/Button.tsx'

interface UnknownUploadProps {
  readonly wizard: UploadWizard
  /** ISO 8601. */
  readonly sentAt: string
  /** Why the user cannot act here. */
  readonly blockedReason: string | undefined
}

export function UnknownUpload({ wizard, sentAt, blockedReason }: UnknownUploadProps) {
  const { actor, typeInfo } = wizard
  const resend = () => actor.send({ type: 'resend', at: new Date().toISOString() })
  return (
    <PendingChangeBanner
      title={m.upload_outcomeUnknown({ subject: typeInfo.itemName })}
      sentAt={sentAt}
      isResendable={canResend({ sentAt })}
      isResending={false}
      onResend={resend}
      resultLocation={areas.upload.whereToCheck}
      resultLink={
        <Button disabledReason={blockedReason} onClick={resend}>
          {m.upload_checkRows()}
        </Button>
      }
      blockedReason={blockedReason}
    >
      <Button kind="quiet" disabledReason={blockedReason} onClick={() => actor.send({ type: 'start.over' })}>
        {m.upload_startAnother({ subject: typeInfo.itemName })}
      </Button>
    </PendingChangeBanner>
  )
}
