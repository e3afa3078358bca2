// The 'Enrolment Successful' dialog. It shows the recovery codes, which cannot be shown again.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { RecoveryCodes } from '#ui/RecoveryCodes.tsx'

interface EnrolledDialogProps {
  readonly recoveryCodes: readonly string[]
  readonly onDone: () => void
}

export function EnrolledDialog({ recoveryCodes, onDone }: EnrolledDialogProps) {
  const [isStored, setIsStored] = useState(false)
  const hasCodes = recoveryCodes.length > 0
  const mustStoreCodes = hasCodes && !isStored
  return (
    <Dialog
      open
      onClose={onDone}
      // Esc must not discard codes that cannot be shown again.
      locked={mustStoreCodes}
      title={m.access_enrolmentSuccessful()}
      description={m.access_twoFactorActivated()}
      footer={
        <Button kind="primary" onClick={onDone} disabledReason={mustStoreCodes ? m.common_saveCodesFirst() : undefined}>
          {m.common_ok()}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{m.access_logInWithNextCode()}</p>
        {hasCodes && (
          <>
            <p>{m.access_whatRecoveryCodesAreFor()}</p>
            <RecoveryCodes
              codes={recoveryCodes}
              title={m.common_recoveryCodesFor({ portal: m.common_portalOf({ client: client.name }) })}
              fileName={`${client.key}-recovery-codes.txt`}
              isStored={isStored}
              onStored={setIsStored}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
