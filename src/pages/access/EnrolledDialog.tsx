// 'Enrolment Successful', with the recovery codes, which are shown only here.
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { OnceCodes } from '#ui/OnceCodes.tsx'
import * as phrases from '#words/pages/access.ts'

interface EnrolledDialogProps {
  readonly recoveryCodes: readonly string[]
  readonly onDone: () => void
}

export function EnrolledDialog({ recoveryCodes, onDone }: EnrolledDialogProps) {
  const [isStored, setStored] = useState(false)
  const mustStore = recoveryCodes.length > 0 && !isStored
  return (
    <Dialog
      open
      onClose={onDone}
      // Esc must not discard codes that cannot be shown again.
      locked={mustStore}
      title={phrases.enrolmentSuccessful}
      description={phrases.twoFactorActivated}
      footer={
        <Button kind="primary" onClick={onDone} disabledReason={mustStore ? phrases.saveRecoveryCodesFirst : undefined}>
          {phrases.ok}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{phrases.nowLogInWithYourPassword}</p>
        {recoveryCodes.length > 0 && (
          <>
            <p>{phrases.whatRecoveryCodesAreFor}</p>
            <OnceCodes
              codes={recoveryCodes}
              title={phrases.recoveryCodes(client.name, client.title)}
              fileName={`${client.key}-recovery-codes.txt`}
              isStored={isStored}
              onStored={setStored}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
