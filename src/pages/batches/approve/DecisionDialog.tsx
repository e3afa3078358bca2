// The second step of a decision: names the batch, the count, the total and the effect, and says how it ended. The answer may
// be missing: then the dialog says so and offers to check again, which can never decide twice.
import { type ReactNode, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { type Decision, type DecisionDetails, decisionToChange, decisionWords } from '#flows/unanswered/decisions.ts'
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import { carryOut, type Ending } from '#flows/unanswered/send.ts'
import { useUnknown } from '#pages/shared/unanswered/useUnknown.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ApprovalNotes } from './ApprovalNotes.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { type Deciding, decisions } from './decisions.ts'
import { type Draft, type DraftFault, draftToDetails, draftToFault, fileToDraft } from './draft.ts'
import { approvalEffect, closingEffect, rejectionEffect, retryEffect } from './effects.ts'
import { sizeOf } from './rows.ts'
import { scheduleFieldIds } from './ScheduleFields.tsx'

interface DecisionDialogProps {
  readonly ownerUser: string
  readonly deciding: Deciding
  /** The same decision, sent before and not answered. */
  readonly unanswered: Unanswered | undefined
  /** `again`: an earlier request was answered, and not this one sent. */
  readonly onDone: (details: DecisionDetails, again?: Unanswered) => void
  readonly onClose: () => void
}

export function DecisionDialog({ ownerUser, deciding, unanswered, onDone, onClose }: DecisionDialogProps) {
  const { decision, file } = deciding
  const [draft, setDraft] = useState<Draft>(() => fileToDraft(file))
  const [fault, setFault] = useState<DraftFault>()
  const [sending, setSending] = useState(false)
  const [ending, setEnding] = useState<Ending>()
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
    const wrong = faultNow(decision, draft)
    setFault(wrong)
    if (wrong) {
      document.getElementById(scheduleFieldIds[wrong.field])?.focus()
      return
    }
    setSending(true)
    const batch = { batchId: id, size: sizeOf(file), fingerprint: file.FINGERPRINT }
    const next = await carryOut(ownerUser, decisionToChange(batch, decision, details))
    setSending(false)
    end(next)
  }
  const end = (next: Ending, again?: Unanswered) => {
    if (next.kind === 'done') onDone(details, again)
    else setEnding(next)
  }
  const said = ending?.kind === 'unknown' ? ending.text : undefined
  const unknown = useUnknown({ ownerUser, change: unanswered, said }, end, onClose)

  if (ending?.kind === 'refused')
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Batch ${id} ${decisionWords[decision].wasNot}`}
        description={<p role="alert">{ending.text}</p>}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>Nothing was changed by this attempt. The list shows where the batch stands now.</p>
      </Dialog>
    )

  const common = { open: true, onCancel: onClose, onConfirm: () => void send(), pending: sending } as const
  const offline = online ? undefined : OFFLINE_REASON

  // Kept before it is sent, so it is there while this one is on its way, too.
  if (unknown && !sending) return <ConfirmDialog {...unknown} />

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
