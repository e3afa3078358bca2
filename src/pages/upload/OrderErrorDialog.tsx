// The dialog with the error code and the message of the server after a refused order. The form is empty again, and the
// rows are saved as a draft.
import { m } from '#words/messages.js'
import { useRef } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { Notice } from '#machines/upload-steps.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'

interface OrderErrorDialogProps {
  readonly wizard: UploadWizard
  readonly notice: Notice
}

export function OrderErrorDialog({ wizard: { actor }, notice: { code, message } }: OrderErrorDialogProps) {
  const close = () => actor.send({ type: 'notice.closed' })
  const okButton = useRef<HTMLButtonElement>(null)
  // A refused order becomes a draft, and the first step opens. After a refused check, the rows stay open.
  const isSavedAsDraft = actor.getSnapshot().matches('choosing')
  return (
    <Dialog
      open
      size="small"
      title={m.common_error()}
      onClose={close}
      initialFocus={okButton}
      footer={
        <Button ref={okButton} kind="primary" onClick={close}>
          {m.common_ok()}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="wrap-anywhere">{`${code}: ${messageToText(message)}`}</p>
        {isSavedAsDraft && <p className="text-sm text-muted">{m.upload_nothingOrderedRowsKept()}</p>}
      </div>
    </Dialog>
  )
}
