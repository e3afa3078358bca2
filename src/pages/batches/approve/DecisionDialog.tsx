// The second step of a decision: names the batch, the count, the total and the effect, and says how it ended. The answer may
// be missing: then the dialog says so and offers to ask again, which can never decide twice.
import { type ReactNode, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { Ending } from '#flows/intents.ts'
import { useConnection } from '#services/connection.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { OFFLINE_REASON } from './actions.ts'
import { ApprovalNotes } from './ApprovalNotes.tsx'
import { decide } from './decide.ts'
import { DecisionFields } from './DecisionFields.tsx'
import { decisions } from './decisions.ts'
import { type Draft, type DraftFault, draftToDetails, draftToFault, fileToDraft } from './draft.ts'
import { approvalEffect, closingEffect, rejectionEffect, retryEffect } from './effects.ts'
import type { Deciding, Decision, DecisionDetails, Intent } from './intents.ts'
import { sizeOf } from './rows.ts'
import { scheduleFieldIds } from './ScheduleFields.tsx'

interface DecisionDialogProps {
  readonly ownerUser: string
  readonly deciding: Deciding
  /** The same decision, sent before and not answered. */
  readonly unanswered: Intent | undefined
  readonly onDone: (details: DecisionDetails) => void
  readonly onClose: () => void
}

export function DecisionDialog({ ownerUser, deciding, unanswered, onDone, onClose }: DecisionDialogProps) {
  const { decision, file } = deciding
  const [draft, setDraft] = useState<Draft>(() => fileToDraft(file))
  const [fault, setFault] = useState<DraftFault>()
  const [sending, setSending] = useState(false)
  const [ending, setEnding] = useState<Ending | undefined>(unanswered && { kind: 'unknown' })
  const field = useRef<HTMLTextAreaElement>(null)
  const { online } = useConnection()
  const id = file.BATCHLOADFILEID
  const words = decisions[decision]
  const details = draftToDetails(decision, draft)

  const change = (next: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...next }))
    setFault(undefined)
  }
  const send = async () => {
    if (sending) return
    const wrong = ending ? undefined : faultNow(decision, draft)
    setFault(wrong)
    if (wrong) {
      document.getElementById(scheduleFieldIds[wrong.field])?.focus()
      return
    }
    setSending(true)
    const { FINGERPRINT: fingerprint } = file
    const next = await decide(ownerUser, { ...details, batchId: id, decision, size: sizeOf(file), fingerprint })
    setSending(false)
    if (next.kind === 'done') onDone(unanswered ?? details)
    else setEnding(next)
  }

  if (ending?.kind === 'refused')
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Batch ${id} ${words.wasNot}`}
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
        title={`It is not known whether batch ${id} ${words.was}`}
        effect={
          <p role="alert">
            The decision was sent, but no answer came back. It may have been carried out or not. Asking again is safe:
            it is the same request, and the server carries it out once.
          </p>
        }
        confirmLabel="Ask again"
        cancelLabel="Close"
        disabledReason={offline}
      />
    )

  return (
    <ConfirmDialog
      {...common}
      title={words.question(file)}
      effect={effects[decision](file, details.scheduledDate)}
      confirmLabel={words.confirm(file)}
      danger={words.danger ?? false}
      disabledReason={offline}
      // Nothing of value is at stake where words alone are changed: the focus is on them.
      {...(decision === 'comments' ? { initialFocus: field } : {})}
    >
      {decision === 'retry' ? (
        <ApprovalNotes file={file} />
      ) : (
        <DecisionFields {...{ decision, file, draft, fault, field }} readOnly={sending} onChange={change} />
      )}
    </ConfirmDialog>
  )
}

const faultNow = (decision: Decision, draft: Draft) => draftToFault(decision, draft, Date.now())

const effects: Readonly<Record<Decision, (file: BatchLoadFile, scheduledDate: string | undefined) => ReactNode>> = {
  approve: approvalEffect,
  reject: rejectionEffect,
  retry: retryEffect,
  close: closingEffect,
  comments: () => 'What is said about the closed batch; every checker sees it.',
}
