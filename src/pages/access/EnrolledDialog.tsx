// 'Enrolment Successful' (access §2), and the recovery codes, which are shown here and never again.
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { OnceCodes } from '#ui/OnceCodes.tsx'

interface EnrolledDialogProps {
  readonly recoveryCodes: readonly string[]
  readonly onDone: () => void
}

export function EnrolledDialog({ recoveryCodes, onDone }: EnrolledDialogProps) {
  const [kept, setKept] = useState(false)
  const mustKeep = recoveryCodes.length > 0 && !kept
  return (
    <Dialog
      open
      onClose={onDone}
      // Esc must not throw away what cannot be shown again.
      locked={mustKeep}
      title="Enrolment Successful"
      description="Two-Factor Authentication activated successfully"
      footer={
        <Button
          kind="primary"
          onClick={onDone}
          disabledReason={mustKeep ? 'Keep the recovery codes first, and say so above' : undefined}
        >
          OK
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>
          Now log in with your password and the next code of your app: a code works once, and the one you have just
          entered is used.
        </p>
        {recoveryCodes.length > 0 && (
          <>
            <p>
              If you ever lose your authenticator app, one of these recovery codes lets you in instead. Each works once.
              Keep them where only you can find them.
            </p>
            <OnceCodes
              codes={recoveryCodes}
              title={`Recovery codes for ${client.name} ${client.title}`}
              fileName={`${client.key}-recovery-codes.txt`}
              kept={kept}
              onKept={setKept}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
