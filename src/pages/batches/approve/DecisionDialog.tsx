// The second step of a decision: names the batch, the count, the total and the effect, and says how it ended. The answer may
// be missing: then the dialog says so and offers to ask again, which can never decide twice.
import { type ReactNode, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { Ending } from '#flows/intents.ts'
import { useConnection } from '#services/connection.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { OFFLINE_REASON } from './actions.ts'
import { ApprovalNotes } from './ApprovalNotes.tsx'
import { decide } from './decide.ts'
import type { Decision, Intent } from './intents.ts'
import { approvalEffect, rejectionEffect } from './effects.ts'
import { sizeOf } from './rows.ts'

interface DecisionDialogProps {
  readonly ownerUser: string
  readonly decision: Decision
  readonly file: BatchLoadFile
  /** The same decision, sent before and not answered. */
  readonly unanswered: Intent | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** contract "Batches": a rejection's reason. */
const MAX_REASON = 255

export function DecisionDialog({ ownerUser, decision, file, unanswered, onDone, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const [ending, setEnding] = useState<Ending | undefined>(unanswered && { kind: 'unknown' })
  const { online } = useConnection()
  const id = file.BATCHLOADFILEID
  const words = texts[decision]

  const send = async () => {
    if (sending) return
    setSending(true)
    const { FINGERPRINT: fingerprint } = file
    const given = decision === 'reject' && reason.trim() !== '' ? reason.trim() : undefined
    const next = await decide(ownerUser, { batchId: id, decision, size: sizeOf(file), fingerprint, reason: given })
    setSending(false)
    if (next.kind === 'done') onDone()
    else setEnding(next)
  }

  if (ending?.kind === 'refused')
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Batch ${id} was not ${words.done}`}
        description={<p role="alert">{ending.text}</p>}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>Nothing was changed by this attempt. The list shows where the batch stands now.</p>
      </Dialog>
    )

  const common = { open: true, onCancel: onClose, onConfirm: () => void send(), pending: sending } as const
  const offline = online ? undefined : OFFLINE_REASON

  if (ending?.kind === 'unknown')
    return (
      <ConfirmDialog
        {...common}
        title={`It is not known whether batch ${id} was ${words.done}`}
        effect={<UnknownWords done={words.done} />}
        confirmLabel="Ask again"
        cancelLabel="Close"
      />
    )

  return (
    <ConfirmDialog
      {...common}
      title={`${words.verb} batch ${id}?`}
      effect={decision === 'approve' ? approvalEffect(file) : rejectionEffect(file)}
      confirmLabel={`${words.verb} ${sizeOf(file)}`}
      danger={decision === 'reject'}
      disabledReason={offline}
    >
      {decision === 'approve' ? (
        <ApprovalNotes file={file} />
      ) : (
        <TextArea
          label="Reason"
          optional
          hint="The uploader sees it beside the batch."
          maxLength={MAX_REASON}
          value={reason}
          readOnly={sending}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}

export function UnknownWords({ done }: { readonly done: string }): ReactNode {
  return (
    <p role="alert">
      The decision was sent, but no answer came back. The batch may have been {done} or not. Asking again is safe: it is
      the same request, and the server carries it out once.
    </p>
  )
}

export const texts: Readonly<Record<Decision, { readonly verb: string; readonly done: string }>> = {
  approve: { verb: 'Approve', done: 'approved' },
  reject: { verb: 'Reject', done: 'rejected' },
}
