// Shows the server's code and message after it refused an order. The form is cleared, and the rows are saved as a
// draft.
import { m } from '#words/messages.js'
import { useRef } from 'react'
import { messageToText } from '#domain/message-text.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { Notice } from '#machines/upload-steps.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'

interface RefusedDialogProps {
  readonly wizard: UploadWizard
  readonly notice: Notice
}

export function RefusedDialog({ wizard: { actor }, notice: { code, message } }: RefusedDialogProps) {
  const close = () => actor.send({ type: 'notice.closed' })
  const ok = useRef<HTMLButtonElement>(null)
  const isPutAside = actor.getSnapshot().matches('choosing')
  return (
    <Dialog
      open
      size="small"
      title={m.common_error()}
      onClose={close}
      initialFocus={ok}
      footer={
        <Button ref={ok} kind="primary" onClick={close}>
          {m.common_ok()}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="wrap-anywhere">{`${code}: ${messageToText(message)}`}</p>
        {isPutAside && <p className="text-sm text-muted">{m.upload_nothingOrderedRowsKept()}</p>}
      </div>
    </Dialog>
  )
}
